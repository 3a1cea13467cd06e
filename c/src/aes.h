/* SPDX-License-Identifier: Apache-2.0
 * Keys of 32 and 64 bits are for study and offer no security: the descriptors of aes_*.c. */
#ifndef FIFTEEN_AES_H
#define FIFTEEN_AES_H

#include "bytes.h"

/* FIPS 197 with Nk words of key, its own three sizes and two below. */
enum { MAX_ROUNDS = 14 };

static inline unsigned rounds_of(unsigned key_words) { return key_words + 6; }

/* fifteen_aes32_NAME, fifteen_aes64_NAME and fifteen_rijndael_NAME, of what the file calls
 * NAME_context, set_key (with a key of so many words), encrypt and decrypt. */
#define AES_ENGINES(name)                                                                          \
    static void wipe(void *context) { wipe_bytes(context, sizeof(name##_context)); }               \
    AES_ENGINE(aes32, name, 32, 32)                                                                \
    AES_ENGINE(aes64, name, 64, 64)                                                                \
    AES_ENGINE(rijndael, name, 128, 256)

#define AES_ENGINE(id, name_, min, max)                                                            \
    static int set_key_##id(void *context, const uint8_t *key, unsigned key_bits,                  \
                            int directions) {                                                      \
        int error = check_key(key_bits, min, max, 64, directions);                                 \
        if (error == FIFTEEN_OK) set_key(context, key, key_bits / 32, directions);                 \
        return error;                                                                              \
    }                                                                                              \
    const fifteen_engine fifteen_##id##_##name_ = {                                                \
        .cipher = #id,                                                                             \
        .name = #name_,                                                                            \
        .needs = "",                                                                               \
        .block_bytes = 16,                                                                         \
        .key_bits = {min, max, 64},                                                                \
        .batch = 1,                                                                                \
        .context_bytes = sizeof(name_##_context),                                                  \
        .context_align = _Alignof(name_##_context),                                                \
        .set_key = set_key_##id,                                                                   \
        .encrypt = encrypt,                                                                        \
        .decrypt = decrypt,                                                                        \
        .wipe = wipe,                                                                              \
    };

#endif
