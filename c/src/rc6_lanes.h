/* SPDX-License-Identifier: Apache-2.0
 * RC6-32/20/b in vectors: a register holds one word of several blocks, so that a
 * round is the portable one's. Three sets of registers hide the latency of each
 * other's multiplications. What remains is filled up to one set, two or three, or if
 * less than FILLED is for the portable engine, or one with narrower registers.
 * Constant-time, like those.
 *
 * Who includes this says what registers are: TARGET, word, SET, the blocks in one
 * set, load_set and store_set; from how many blocks on a set takes less time than
 * FEWER, the engine for less: FILLED; f of the specification, and by what it rotates, as a `mixed`;
 * and left_by and right_by, which rotate each word by its own.
 */
#ifndef FIFTEEN_RC6_LANES_H
#define FIFTEEN_RC6_LANES_H

#include "rc6.h"
#include "wide.h"

extern const fifteen_engine fifteen_rc6_portable, FEWER;

enum { SET_BYTES = 16 * SET, BATCH = 3 * SET };

/* ---- Encryption ---- */

/* The words change their names instead of their places. u goes first: the round before has made d
 * first. */
TARGET static ALWAYS_INLINE void round_of(word *a, const word *b, word *c, const word *d,
                                          const uint32_t k[2]) {
    const mixed u = f(*d), t = f(*b);
    *a = left_by(*a ^ t.value, u.amount) + k[0];
    *c = left_by(*c ^ u.value, t.amount) + k[1];
}

TARGET static ALWAYS_INLINE void encrypt_sets(const uint32_t k[KEYS], const uint8_t *in,
                                              uint8_t *out, unsigned sets) {
    word x[3][4];
    for (unsigned s = 0; s < sets; s++) {
        load_set(x[s], in + SET_BYTES * s);
        x[s][1] += k[0];
        x[s][3] += k[1];
    }
    for (unsigned i = 2; i < KEYS - 2; i += 8) {
        for (unsigned s = 0; s < sets; s++) round_of(&x[s][0], &x[s][1], &x[s][2], &x[s][3], k + i);
        for (unsigned s = 0; s < sets; s++)
            round_of(&x[s][1], &x[s][2], &x[s][3], &x[s][0], k + i + 2);
        for (unsigned s = 0; s < sets; s++)
            round_of(&x[s][2], &x[s][3], &x[s][0], &x[s][1], k + i + 4);
        for (unsigned s = 0; s < sets; s++)
            round_of(&x[s][3], &x[s][0], &x[s][1], &x[s][2], k + i + 6);
    }
    for (unsigned s = 0; s < sets; s++) {
        x[s][0] += k[KEYS - 2];
        x[s][2] += k[KEYS - 1];
        store_set(out + SET_BYTES * s, x[s]);
    }
}

TARGET static void encrypt_three(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(((const rc6_context *)context)->k, in, out, 3);
}

TARGET static void encrypt_two(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(((const rc6_context *)context)->k, in, out, 2);
}

TARGET static void encrypt_one(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(((const rc6_context *)context)->k, in, out, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_sets(context, in, out, blocks, 16, SET, FILLED, encrypt_three, encrypt_two, encrypt_one,
            FEWER.encrypt);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void inverse_round_of(word *a, const word *b, word *c, const word *d,
                                                  const uint32_t k[2]) {
    const mixed t = f(*b), u = f(*d);
    *c = right_by(*c - k[1], t.amount) ^ u.value;
    *a = right_by(*a - k[0], u.amount) ^ t.value;
}

TARGET static ALWAYS_INLINE void decrypt_sets(const uint32_t k[KEYS], const uint8_t *in,
                                              uint8_t *out, unsigned sets) {
    word x[3][4];
    for (unsigned s = 0; s < sets; s++) {
        load_set(x[s], in + SET_BYTES * s);
        x[s][0] -= k[KEYS - 2];
        x[s][2] -= k[KEYS - 1];
    }
    for (unsigned i = KEYS - 2; i > 2; i -= 8) {
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][3], &x[s][0], &x[s][1], &x[s][2], k + i - 2);
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][2], &x[s][3], &x[s][0], &x[s][1], k + i - 4);
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][1], &x[s][2], &x[s][3], &x[s][0], k + i - 6);
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][0], &x[s][1], &x[s][2], &x[s][3], k + i - 8);
    }
    for (unsigned s = 0; s < sets; s++) {
        x[s][1] -= k[0];
        x[s][3] -= k[1];
        store_set(out + SET_BYTES * s, x[s]);
    }
}

TARGET static void decrypt_three(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_sets(((const rc6_context *)context)->k, in, out, 3);
}

TARGET static void decrypt_two(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_sets(((const rc6_context *)context)->k, in, out, 2);
}

TARGET static void decrypt_one(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_sets(((const rc6_context *)context)->k, in, out, 1);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_sets(context, in, out, blocks, 16, SET, FILLED, decrypt_three, decrypt_two, decrypt_one,
            FEWER.decrypt);
}

/* ---- What the portable engine does ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_rc6_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_rc6_portable.wipe(context); }

#endif
