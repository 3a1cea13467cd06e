/* SPDX-License-Identifier: Apache-2.0
 * libmcrypt as a peer. It works in place, so that the data are copied first.
 *
 * Its LOKI97 is right for 256-bit keys only, and takes every 32-bit word of key
 * and block byte-swapped: the plug-in swaps them, before and after, which is a
 * hundredth of the time.
 * A new key costs it more than a key schedule: mcrypt_generic_init allocates,
 * and searches all its modules' functions by name, a dozen times. */
#include <mcrypt.h>

#include <algorithm>

#include "peer.hpp"

namespace {

/* libmcrypt's name of a cipher. */
struct Rijndael {
    static const char *name() { return MCRYPT_RIJNDAEL_128; }
};
struct Serpent {
    static const char *name() { return MCRYPT_SERPENT; }
};
struct Twofish {
    static const char *name() { return MCRYPT_TWOFISH; }
};
struct Loki97 {
    static const char *name() { return MCRYPT_LOKI97; }
};
struct Des {
    static const char *name() { return MCRYPT_DES; }
};
struct TripleDes {
    static const char *name() { return MCRYPT_3DES; }
};

/* How it takes words. */
enum Words { AS_THEY_ARE, SWAPPED };

/* Copies words in the library's order, or back from it. */
template <Words words>
void copy(const uint8_t *in, uint8_t *out, size_t size) {
    if (words == AS_THEY_ARE && out != in) memmove(out, in, size);
    if (words == SWAPPED)
        for (size_t i = 0; i < size; i += 4) store32_be(out + i, load32_le(in + i));
}

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max, Words words>
struct Peer {
    struct Context {
        MCRYPT cipher; /* the library's handle, which holds a key or is NULL */
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        int error = check_key(key_bits, key_min, key_max, 64, directions);
        if (error != FIFTEEN_OK) return error;
        uint8_t own[key_max / 8]; /* which it may change */
        copy<words>(key, own, key_bits / 8);
        if (c->cipher == nullptr)
            c->cipher = mcrypt_module_open(const_cast<char *>(Cipher::name()), nullptr,
                                           const_cast<char *>(MCRYPT_ECB), nullptr);
        else
            mcrypt_generic_deinit(c->cipher);
        if (c->cipher == MCRYPT_FAILED) return FIFTEEN_FAILED;
        error = mcrypt_generic_init(c->cipher, own, static_cast<int>(key_bits / 8), nullptr);
        wipe_bytes(own, sizeof own);
        if (error == 0) return FIFTEEN_OK;
        mcrypt_module_close(c->cipher);
        c->cipher = nullptr;
        return FIFTEEN_FAILED;
    }

    /* By so much at a time that the copy stays in the cache. */
    static void crypt(int function(MCRYPT, void *, int), const void *context, const uint8_t *in,
                      uint8_t *out, size_t blocks) {
        const Context *c = static_cast<const Context *>(context);
        for (size_t left = blocks * block_bytes, size; left > 0; left -= size) {
            size = std::min<size_t>(left, 512 * block_bytes);
            copy<words>(in, out, size);
            function(c->cipher, out, static_cast<int>(size));
            copy<words>(out, out, size);
            in += size, out += size;
        }
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        crypt(mcrypt_generic, context, in, out, blocks);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        crypt(mdecrypt_generic, context, in, out, blocks);
    }

    static void wipe(void *context) {
        Context *c = static_cast<Context *>(context);
        if (c->cipher != nullptr) mcrypt_generic_end(c->cipher);
        c->cipher = nullptr;
    }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max,
          Words words = AS_THEY_ARE>
fifteen_engine engine(const char *cipher) {
    return describe<Peer<Cipher, block_bytes, key_min, key_max, words>>(cipher, block_bytes,
                                                                        {key_min, key_max, 64});
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Rijndael, 16, 128, 256>("rijndael"),
        engine<Serpent, 16, 128, 256>("serpent"),
        engine<Twofish, 16, 128, 256>("twofish"),
        engine<Loki97, 16, 256, 256, SWAPPED>("loki97"),
        engine<Des, 8, 64, 64>("des"),
        engine<TripleDes, 8, 192, 192>("3des"),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const fifteen_plugin plugin = {"libmcrypt", LIBMCRYPT_VERSION,
                                          mcrypt_check_version(nullptr), list.entries};
    return &plugin;
}
