/* SPDX-License-Identifier: Apache-2.0
 * Mbed TLS as a peer. It has no function for more than one block of ECB; its AES
 * takes the processor's AES instructions. */
#include <mbedtls/aes.h>
#include <mbedtls/des.h>
#include <mbedtls/version.h>

#include "peer.hpp"

namespace {

/* ---- Mbed TLS's functions under one name ---- */

struct Aes {
    using Schedule = mbedtls_aes_context;
    static int set_key(Schedule *s, const uint8_t *key, unsigned key_bits, bool encrypts) {
        return encrypts ? mbedtls_aes_setkey_enc(s, key, key_bits)
                        : mbedtls_aes_setkey_dec(s, key, key_bits);
    }
    static void crypt(Schedule *s, bool encrypts, const uint8_t *in, uint8_t *out) {
        mbedtls_aes_crypt_ecb(s, encrypts ? MBEDTLS_AES_ENCRYPT : MBEDTLS_AES_DECRYPT, in, out);
    }
};

struct Des {
    using Schedule = mbedtls_des_context;
    static int set_key(Schedule *s, const uint8_t *key, unsigned, bool encrypts) {
        return encrypts ? mbedtls_des_setkey_enc(s, key) : mbedtls_des_setkey_dec(s, key);
    }
    static void crypt(Schedule *s, bool, const uint8_t *in, uint8_t *out) {
        mbedtls_des_crypt_ecb(s, in, out);
    }
};

struct TripleDes {
    using Schedule = mbedtls_des3_context;
    static int set_key(Schedule *s, const uint8_t *key, unsigned key_bits, bool encrypts) {
        if (key_bits == 128)
            return encrypts ? mbedtls_des3_set2key_enc(s, key) : mbedtls_des3_set2key_dec(s, key);
        return encrypts ? mbedtls_des3_set3key_enc(s, key) : mbedtls_des3_set3key_dec(s, key);
    }
    static void crypt(Schedule *s, bool, const uint8_t *in, uint8_t *out) {
        mbedtls_des3_crypt_ecb(s, in, out);
    }
};

/* ---- Engines ---- */

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max>
struct Peer {
    /* The functions above only read a schedule, but don't say so. Zeros are what
     * the library's own initialisation makes. */
    struct Context {
        mutable typename Cipher::Schedule encryption, decryption;
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        int error = check_key(key_bits, key_min, key_max, 64, directions), failed = 0;
        if (error != FIFTEEN_OK) return error;
        if (directions & FIFTEEN_ENCRYPT)
            failed |= Cipher::set_key(&c->encryption, key, key_bits, true);
        if (directions & FIFTEEN_DECRYPT)
            failed |= Cipher::set_key(&c->decryption, key, key_bits, false);
        return failed == 0 ? FIFTEEN_OK : FIFTEEN_FAILED;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        const Context *c = static_cast<const Context *>(context);
        for (; blocks > 0; blocks--, in += block_bytes, out += block_bytes)
            Cipher::crypt(&c->encryption, true, in, out);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        const Context *c = static_cast<const Context *>(context);
        for (; blocks > 0; blocks--, in += block_bytes, out += block_bytes)
            Cipher::crypt(&c->decryption, false, in, out);
    }

    static void wipe(void *context) { wipe_bytes(context, sizeof(Context)); }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max>
fifteen_engine engine(const char *cipher, const char *name) {
    return describe<Peer<Cipher, block_bytes, key_min, key_max>>(cipher, block_bytes,
                                                                 {key_min, key_max, 64}, name);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Aes, 16, 128, 256>("rijndael", "native"),
        engine<Des, 8, 64, 64>("des", "scalar"),
        engine<TripleDes, 8, 128, 192>("3des", "scalar"),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static char running[18];
    static const fifteen_plugin plugin = {"mbedtls", MBEDTLS_VERSION_STRING, running, list.entries};
    mbedtls_version_get_string(running);
    return &plugin;
}
