/* SPDX-License-Identifier: Apache-2.0
 * Engines of a cipher whose blocks are four little-endian words, in registers of one word of
 * several blocks each. Three sets of four registers are worked on side by side.
 *
 * Who includes this says what lane_modes.h wants, and from how many blocks on a set, or two where
 * that is more than one, takes less time than FEWER, the engine for less: FILLED, and
 * FILLED_ON_INTEL.
 */
#ifndef FIFTEEN_LANE_CIPHERS_H
#define FIFTEEN_LANE_CIPHERS_H

#include "wide.h"

extern const fifteen_engine FEWER;

enum { SETS = 3 };

static ALWAYS_INLINE size_t in_whole_batches(size_t blocks) {
    return by_threes(blocks, SET, FILLED);
}

#include "lane_modes.h"

TARGET static void encrypt_three(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(encrypt_words, context, in, out, 3);
}

TARGET static void encrypt_two(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(encrypt_words, context, in, out, 2);
}

TARGET static void encrypt_one(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(encrypt_words, context, in, out, 1);
}

/* Not inlined, as a call for FEWER alone is short, and would save registers for it. */
static NEVER_INLINE void encrypt_many(const void *context, const uint8_t *in, uint8_t *out,
                                      size_t blocks) {
    in_sets(context, in, out, blocks, 16, SET, FILLED, FILLED_ON_INTEL, encrypt_three, encrypt_two,
            encrypt_one, FEWER.encrypt);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (blocks < FILLED ? FEWER.encrypt : encrypt_many)(context, in, out, blocks);
}

TARGET static void decrypt_three(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(decrypt_words, context, in, out, 3);
}

TARGET static void decrypt_two(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(decrypt_words, context, in, out, 2);
}

TARGET static void decrypt_one(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(decrypt_words, context, in, out, 1);
}

static NEVER_INLINE void decrypt_many(const void *context, const uint8_t *in, uint8_t *out,
                                      size_t blocks) {
    in_sets(context, in, out, blocks, 16, SET, FILLED, FILLED_ON_INTEL, decrypt_three, decrypt_two,
            decrypt_one, FEWER.decrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (blocks < FILLED ? FEWER.decrypt : decrypt_many)(context, in, out, blocks);
}

#endif
