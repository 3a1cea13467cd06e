/* SPDX-License-Identifier: Apache-2.0
 * Botan as a peer. It takes what the processor has. */
#include <botan/block_cipher.h>
#include <botan/version.h>

#include <exception>
#include <string>

#include "peer.hpp"

namespace {

/* Botan's name of a cipher with keys of so many bits. */
struct Aes {
    static std::string name(unsigned key_bits) { return "AES-" + std::to_string(key_bits); }
};
struct Serpent {
    static std::string name(unsigned) { return "Serpent"; }
};
struct Twofish {
    static std::string name(unsigned) { return "Twofish"; }
};
struct Des {
    static std::string name(unsigned) { return "DES"; }
};
struct TripleDes {
    static std::string name(unsigned) { return "TripleDES"; }
};
struct Cast256 {
    static std::string name(unsigned) { return "CAST-256"; }
};
struct Idea {
    static std::string name(unsigned) { return "IDEA"; }
};

template <class Cipher, unsigned key_min, unsigned key_max>
struct Peer {
    /* An object of Botan's holds the schedules of both directions. */
    struct Context {
        Botan::BlockCipher *cipher;
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        int error = check_key(key_bits, key_min, key_max, 64, directions);
        if (error != FIFTEEN_OK) return error;
        try {
            /* Each key size of AES is another class. */
            if (c->cipher == nullptr || !c->cipher->valid_keylength(key_bits / 8)) {
                wipe(c);
                c->cipher = Botan::BlockCipher::create_or_throw(Cipher::name(key_bits)).release();
            }
            c->cipher->set_key(key, key_bits / 8);
        } catch (const std::exception &) {
            return FIFTEEN_FAILED;
        }
        return FIFTEEN_OK;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        static_cast<const Context *>(context)->cipher->encrypt_n(in, out, blocks);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        static_cast<const Context *>(context)->cipher->decrypt_n(in, out, blocks);
    }

    static void wipe(void *context) {
        Context *c = static_cast<Context *>(context);
        delete c->cipher;
        c->cipher = nullptr;
    }
};

/* Without a cipher where this build of Botan has none: 3 has no CAST-256. */
template <class Cipher, unsigned key_min, unsigned key_max>
fifteen_engine engine(const char *cipher, unsigned block_bytes, const char *name = "scalar") {
    if (Botan::BlockCipher::create(Cipher::name(key_min)) == nullptr) cipher = nullptr;
    return describe<Peer<Cipher, key_min, key_max>>(cipher, block_bytes, {key_min, key_max, 64},
                                                    name);
}

std::string dotted(unsigned major, unsigned minor, unsigned patch) {
    return std::to_string(major) + "." + std::to_string(minor) + "." + std::to_string(patch);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Aes, 128, 256>("rijndael", 16, "native"),
        engine<Serpent, 128, 256>("serpent", 16, "native"),
        engine<Twofish, 128, 256>("twofish", 16, BOTAN_VERSION_MAJOR == 2 ? "scalar" : "native"),
        engine<Cast256, 128, 256>("cast256", 16),
        engine<Des, 64, 64>("des", 8),
        engine<TripleDes, 128, 192>("3des", 8),
        engine<Idea, 128, 128>("idea", 8, "native"),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const std::string built =
        dotted(BOTAN_VERSION_MAJOR, BOTAN_VERSION_MINOR, BOTAN_VERSION_PATCH);
    static const std::string running =
        dotted(Botan::version_major(), Botan::version_minor(), Botan::version_patch());
    static const fifteen_plugin plugin = {BOTAN_VERSION_MAJOR == 2 ? "botan" : "botan3",
                                          built.c_str(), running.c_str(), list.entries};
    return &plugin;
}
