/* SPDX-License-Identifier: Apache-2.0
 * libgcrypt as a peer, through its handles in ECB. It takes what the processor
 * has. Its Twofish takes no 192-bit keys. */
#include <gcrypt.h>

#include "peer.hpp"

namespace {

/* libgcrypt's number of a cipher with keys of so many bits. */
struct Aes {
    static int algorithm(unsigned key_bits) {
        if (key_bits == 128) return GCRY_CIPHER_AES128;
        return key_bits == 192 ? GCRY_CIPHER_AES192 : GCRY_CIPHER_AES256;
    }
};
struct Serpent {
    static int algorithm(unsigned key_bits) {
        if (key_bits == 128) return GCRY_CIPHER_SERPENT128;
        return key_bits == 192 ? GCRY_CIPHER_SERPENT192 : GCRY_CIPHER_SERPENT256;
    }
};
struct Twofish {
    static int algorithm(unsigned key_bits) {
        return key_bits == 128 ? GCRY_CIPHER_TWOFISH128 : GCRY_CIPHER_TWOFISH;
    }
};
struct Des {
    static int algorithm(unsigned) { return GCRY_CIPHER_DES; }
};
struct TripleDes {
    static int algorithm(unsigned) { return GCRY_CIPHER_3DES; }
};
struct Idea {
    static int algorithm(unsigned) { return GCRY_CIPHER_IDEA; }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max, unsigned key_step>
struct Peer {
    /* A handle serves both directions, and keys of one size. */
    struct Context {
        gcry_cipher_hd_t handle;
        unsigned key_bits;
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        int error = check_key(key_bits, key_min, key_max, key_step, directions);
        if (error != FIFTEEN_OK) return error;
        if (c->key_bits != key_bits) {
            wipe(c);
            if (gcry_cipher_open(&c->handle, Cipher::algorithm(key_bits), GCRY_CIPHER_MODE_ECB, 0))
                return FIFTEEN_FAILED;
            gcry_cipher_ctl(c->handle, GCRYCTL_SET_ALLOW_WEAK_KEY, nullptr, 1);
            c->key_bits = key_bits;
        }
        switch (gcry_err_code(gcry_cipher_setkey(c->handle, key, key_bits / 8))) {
        case GPG_ERR_NO_ERROR:
        case GPG_ERR_WEAK_KEY: /* a warning, as weak ones are allowed */ return FIFTEEN_OK;
        default: return FIFTEEN_FAILED;
        }
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        size_t size = block_bytes * blocks;
        gcry_cipher_encrypt(static_cast<const Context *>(context)->handle, out, size, in, size);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        size_t size = block_bytes * blocks;
        gcry_cipher_decrypt(static_cast<const Context *>(context)->handle, out, size, in, size);
    }

    static void wipe(void *context) {
        gcry_cipher_close(static_cast<Context *>(context)->handle); /* NULL is allowed */
        wipe_bytes(context, sizeof(Context));
    }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max,
          unsigned key_step = 64>
fifteen_engine engine(const char *cipher, const char *name = "native") {
    return describe<Peer<Cipher, block_bytes, key_min, key_max, key_step>>(
        cipher, block_bytes, {key_min, key_max, key_step}, name);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Aes, 16, 128, 256>("rijndael"),         engine<Serpent, 16, 128, 256>("serpent"),
        engine<Twofish, 16, 128, 256, 128>("twofish"), engine<Des, 8, 64, 64>("des", "scalar"),
        engine<TripleDes, 8, 192, 192>("3des"),        engine<Idea, 8, 128, 128>("idea", "scalar"),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const fifteen_plugin plugin = {"libgcrypt", GCRYPT_VERSION, gcry_check_version(nullptr),
                                          list.entries};
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0); /* keys needn't be locked in memory */
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return &plugin;
}
