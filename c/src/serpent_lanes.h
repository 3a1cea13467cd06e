/* SPDX-License-Identifier: Apache-2.0
 * Serpent in vectors: a register holds one word of several blocks, so that a
 * round is the portable one's. Three sets of registers hide each other's latency.
 * What remains is filled up to one set, two or three, or if less than FILLED is for
 * the portable engine, or one with narrower registers. Constant-time, like those.
 *
 * Who includes this says what registers are: TARGET, word, left (serpent_rounds.h),
 * SET, the blocks in one set, load_set and store_set, and from how many blocks on
 * a set takes less time than FEWER, the engine for less: FILLED.
 */
#ifndef FIFTEEN_SERPENT_LANES_H
#define FIFTEEN_SERPENT_LANES_H

#include "serpent_rounds.h"
#include "wide.h"

extern const fifteen_engine fifteen_serpent_portable, FEWER;

enum { SET_BYTES = 16 * SET, BATCH = 3 * SET };

/* ---- Encryption ---- */

TARGET static ALWAYS_INLINE void encrypt_lanes(const serpent_context *c, const uint8_t *in,
                                               uint8_t *out, unsigned sets) {
    word x[3][4];
    for (unsigned s = 0; s < sets; s++) load_set(x[s], in + SET_BYTES * s);
    encrypt_sets(x, sets, c->k);
    for (unsigned s = 0; s < sets; s++) store_set(out + SET_BYTES * s, x[s]);
}

TARGET static void encrypt_three(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_lanes(context, in, out, 3);
}

TARGET static void encrypt_two(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_lanes(context, in, out, 2);
}

TARGET static void encrypt_one(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_lanes(context, in, out, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_sets(context, in, out, blocks, 16, SET, FILLED, encrypt_three, encrypt_two, encrypt_one,
            FEWER.encrypt);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void decrypt_lanes(const serpent_context *c, const uint8_t *in,
                                               uint8_t *out, unsigned sets) {
    word x[3][4];
    for (unsigned s = 0; s < sets; s++) load_set(x[s], in + SET_BYTES * s);
    decrypt_sets(x, sets, c->k);
    for (unsigned s = 0; s < sets; s++) store_set(out + SET_BYTES * s, x[s]);
}

TARGET static void decrypt_three(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_lanes(context, in, out, 3);
}

TARGET static void decrypt_two(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_lanes(context, in, out, 2);
}

TARGET static void decrypt_one(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_lanes(context, in, out, 1);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_sets(context, in, out, blocks, 16, SET, FILLED, decrypt_three, decrypt_two, decrypt_one,
            FEWER.decrypt);
}

/* ---- What the portable engine does ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_serpent_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_serpent_portable.wipe(context); }

#endif
