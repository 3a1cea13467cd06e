/* SPDX-License-Identifier: Apache-2.0
 * OpenSSL 3 as a peer, through EVP. Its AES takes what the processor has, AES-NI
 * if there is: it is the yardstick, what users have today, and no SIMD is kept
 * out. DES is in the legacy provider, which an installation may lack. */
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/provider.h>

#include <string>

#include "peer.hpp"

namespace {

OSSL_LIB_CTX *library;

/* OpenSSL's name of a cipher with keys of so many bits. */
struct Aes {
    static std::string name(unsigned key_bits) {
        return "AES-" + std::to_string(key_bits) + "-ECB";
    }
};
struct Des {
    static std::string name(unsigned) { return "DES-ECB"; }
};
struct TripleDes {
    static std::string name(unsigned key_bits) { return key_bits == 128 ? "DES-EDE" : "DES-EDE3"; }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max>
struct Peer {
    struct Context {
        EVP_CIPHER_CTX *encryption, *decryption;
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        int error = check_key(key_bits, key_min, key_max, 64, directions);
        if (error != FIFTEEN_OK) return error;
        bool keyed = true;
        if (directions & FIFTEEN_ENCRYPT) keyed &= rekey(c->encryption, key, key_bits, 1);
        if (directions & FIFTEEN_DECRYPT) keyed &= rekey(c->decryption, key, key_bits, 0);
        return keyed ? FIFTEEN_OK : FIFTEEN_FAILED;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        int written;
        EVP_EncryptUpdate(static_cast<const Context *>(context)->encryption, out, &written, in,
                          static_cast<int>(block_bytes * blocks));
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        int written;
        EVP_DecryptUpdate(static_cast<const Context *>(context)->decryption, out, &written, in,
                          static_cast<int>(block_bytes * blocks));
    }

    static void wipe(void *context) {
        Context *c = static_cast<Context *>(context);
        EVP_CIPHER_CTX_free(c->encryption);
        EVP_CIPHER_CTX_free(c->decryption);
        wipe_bytes(c, sizeof *c);
    }

  private:
    /* Each key size is another cipher; a context that has it already keeps it. */
    static bool rekey(EVP_CIPHER_CTX *&evp, const uint8_t *key, unsigned key_bits, int encrypts) {
        if (evp != nullptr && EVP_CIPHER_CTX_get_key_length(evp) == static_cast<int>(key_bits / 8))
            return EVP_CipherInit_ex2(evp, nullptr, key, nullptr, encrypts, nullptr) == 1;
        EVP_CIPHER *cipher = EVP_CIPHER_fetch(library, Cipher::name(key_bits).c_str(), nullptr);
        if (evp == nullptr) evp = EVP_CIPHER_CTX_new();
        bool keyed = cipher != nullptr && evp != nullptr &&
                     EVP_CipherInit_ex2(evp, cipher, key, nullptr, encrypts, nullptr) == 1 &&
                     EVP_CIPHER_CTX_set_padding(evp, 0) == 1;
        EVP_CIPHER_free(cipher); /* the context holds it too */
        return keyed;
    }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max>
fifteen_engine engine(const char *cipher, const char *name = "scalar") {
    return describe<Peer<Cipher, block_bytes, key_min, key_max>>(cipher, block_bytes,
                                                                 {key_min, key_max, 64}, name);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Aes, 16, 128, 256>("rijndael", "native"),
        engine<TripleDes, 8, 128, 192>("3des"),
        engine<Des, 8, 64, 64>("des"),
    };
    static EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const fifteen_plugin plugin = {"openssl", OPENSSL_VERSION_STR,
                                          OpenSSL_version(OPENSSL_VERSION_STRING), list.entries};
    if (library == nullptr) {
        library = OSSL_LIB_CTX_new();
        OSSL_PROVIDER_load(library, "default");
        if (OSSL_PROVIDER_load(library, "legacy") == nullptr) list.entries[2] = nullptr;
    }
    return &plugin;
}
