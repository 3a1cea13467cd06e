/* SPDX-License-Identifier: Apache-2.0
 * Crypto++ as a peer. Of the ciphers here its AES takes what the processor has. */
#include <cryptopp/aes.h>
#include <cryptopp/cast.h>
#include <cryptopp/des.h>
#include <cryptopp/idea.h>
#include <cryptopp/mars.h>
#include <cryptopp/rc6.h>
#include <cryptopp/serpent.h>
#include <cryptopp/twofish.h>

#include <exception>
#include <string>

#include "peer.hpp"

namespace {

using CryptoPP::BlockTransformation;

/* Crypto++'s objects live on its heap; the context points to them. */
template <class Cipher>
struct Peer {
    struct Context {
        typename Cipher::Encryption *encryption;
        typename Cipher::Decryption *decryption;
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        size_t size = key_bits / 8;
        if (key_bits % 8 != 0 || Cipher::StaticGetValidKeyLength(size) != size)
            return FIFTEEN_BAD_KEY_BITS;
        if ((directions & (FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT)) == 0) return FIFTEEN_BAD_DIRECTIONS;
        try {
            if (directions & FIFTEEN_ENCRYPT) rekey(c->encryption, key, size);
            if (directions & FIFTEEN_DECRYPT) rekey(c->decryption, key, size);
        } catch (const std::exception &) {
            return FIFTEEN_FAILED;
        }
        return FIFTEEN_OK;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        run(*static_cast<const Context *>(context)->encryption, in, out, blocks);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        run(*static_cast<const Context *>(context)->decryption, in, out, blocks);
    }

    static void wipe(void *context) {
        Context *c = static_cast<Context *>(context);
        delete c->encryption;
        delete c->decryption;
        wipe_bytes(c, sizeof *c);
    }

  private:
    template <class Keyed>
    static void rekey(Keyed *&object, const uint8_t *key, size_t size) {
        if (object == nullptr) object = new Keyed;
        object->SetKey(key, size);
    }

    /* What its ECB mode calls. */
    static void run(const BlockTransformation &t, const uint8_t *in, uint8_t *out, size_t blocks) {
        t.AdvancedProcessBlocks(in, nullptr, out, blocks * Cipher::BLOCKSIZE,
                                BlockTransformation::BT_AllowParallel);
    }
};

template <class Cipher>
fifteen_engine engine(const char *cipher, unsigned key_step, const char *name = "scalar") {
    return describe<Peer<Cipher>>(cipher, Cipher::BLOCKSIZE,
                                  {8 * Cipher::MIN_KEYLENGTH, 8 * Cipher::MAX_KEYLENGTH, key_step},
                                  name);
}

std::string dotted(int version) {
    return std::to_string(version / 100) + "." + std::to_string(version / 10 % 10) + "." +
           std::to_string(version % 10);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    using namespace CryptoPP;
    static const fifteen_engine engines[] = {
        engine<AES>("rijndael", 64, "native"),
        engine<MARS>("mars", 64),
        engine<RC6>("rc6", 64),
        engine<Serpent>("serpent", 64),
        engine<Twofish>("twofish", 64),
        engine<CAST256>("cast256", 32),
        engine<DES>("des", 64),
        engine<DES_EDE3>("3des", 64),
        engine<IDEA>("idea", 64),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const std::string built = dotted(HeaderVersion()), running = dotted(LibraryVersion());
    static const fifteen_plugin plugin = {"cryptopp", built.c_str(), running.c_str(), list.entries};
    return &plugin;
}
