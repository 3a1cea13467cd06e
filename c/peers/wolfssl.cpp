/* SPDX-License-Identifier: Apache-2.0
 * wolfSSL as a peer. Debian's build has no AES-NI (WOLFSSL_AESNI isn't set in
 * wolfssl/options.h), so that its AES is table look-ups; a build that has it
 * offers no way to keep it out, and the engine's name says so. */
#include <wolfssl/options.h>
/* options.h comes first */
#include <wolfssl/ssl.h>
#include <wolfssl/wolfcrypt/aes.h>
#include <wolfssl/wolfcrypt/des3.h>

#include "peer.hpp"

namespace {

#ifdef WOLFSSL_AESNI
const char aes_name[] = "aesni";
#else
const char aes_name[] = "scalar";
#endif

/* ---- wolfSSL's functions under one name ---- */

int set_key(Aes *c, const uint8_t *key, unsigned size, bool encrypts) {
    return wc_AesSetKey(c, key, size, nullptr, encrypts ? AES_ENCRYPTION : AES_DECRYPTION);
}
int set_key(Des *c, const uint8_t *key, unsigned, bool encrypts) {
    return wc_Des_SetKey(c, key, nullptr, encrypts ? DES_ENCRYPTION : DES_DECRYPTION);
}
int set_key(Des3 *c, const uint8_t *key, unsigned, bool encrypts) {
    return wc_Des3_SetKey(c, key, nullptr, encrypts ? DES_ENCRYPTION : DES_DECRYPTION);
}

void encrypt(Aes *c, const uint8_t *in, uint8_t *out, word32 size) {
    wc_AesEcbEncrypt(c, out, in, size);
}
void decrypt(Aes *c, const uint8_t *in, uint8_t *out, word32 size) {
    wc_AesEcbDecrypt(c, out, in, size);
}
/* Its DES knows the direction by the schedule. */
void encrypt(Des *c, const uint8_t *in, uint8_t *out, word32 size) {
    wc_Des_EcbEncrypt(c, out, in, size);
}
void decrypt(Des *c, const uint8_t *in, uint8_t *out, word32 size) { encrypt(c, in, out, size); }
void encrypt(Des3 *c, const uint8_t *in, uint8_t *out, word32 size) {
    wc_Des3_EcbEncrypt(c, out, in, size);
}
void decrypt(Des3 *c, const uint8_t *in, uint8_t *out, word32 size) { encrypt(c, in, out, size); }

/* ---- Engines ---- */

template <class Schedule, unsigned block_bytes, unsigned key_min, unsigned key_max>
struct Peer {
    /* The functions above only read a schedule, but don't say so. */
    struct Context {
        mutable Schedule encryption, decryption;
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        int error = check_key(key_bits, key_min, key_max, 64, directions), failed = 0;
        if (error != FIFTEEN_OK) return error;
        if (directions & FIFTEEN_ENCRYPT)
            failed |= ::set_key(&c->encryption, key, key_bits / 8, true);
        if (directions & FIFTEEN_DECRYPT)
            failed |= ::set_key(&c->decryption, key, key_bits / 8, false);
        return failed == 0 ? FIFTEEN_OK : FIFTEEN_FAILED;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        ::encrypt(&static_cast<const Context *>(context)->encryption, in, out,
                  static_cast<word32>(block_bytes * blocks));
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        ::decrypt(&static_cast<const Context *>(context)->decryption, in, out,
                  static_cast<word32>(block_bytes * blocks));
    }

    static void wipe(void *context) { wipe_bytes(context, sizeof(Context)); }
};

template <class Schedule, unsigned block_bytes, unsigned key_min, unsigned key_max>
fifteen_engine engine(const char *cipher, const char *name = "scalar") {
    return describe<Peer<Schedule, block_bytes, key_min, key_max>>(cipher, block_bytes,
                                                                   {key_min, key_max, 64}, name);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Aes, 16, 128, 256>("rijndael", aes_name),
        engine<Des, 8, 64, 64>("des"),
        engine<Des3, 8, 192, 192>("3des"),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const fifteen_plugin plugin = {"wolfssl", LIBWOLFSSL_VERSION_STRING,
                                          wolfSSL_lib_version(), list.entries};
    return &plugin;
}
