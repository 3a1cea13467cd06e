/* SPDX-License-Identifier: Apache-2.0
 * RC6-32/20/b, sixteen blocks at once.
 *
 * A register holds one word of eight blocks, so that a round is the portable
 * one's with vectors for words. Two sets of eight hide the latency of each
 * other's multiplications; what remains is filled up to one set or two. Constant-time,
 * like the portable engine.
 */
#include "rc6.h"

#include "wide.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_rc6_portable;

/* ---- Lanes ---- */

enum { SET = 8, SET_BYTES = 16 * SET, BATCH = 2 * SET, PAYS = 3 };

/* f of the specification, and the rotation it stands for: its last five bits. x (2x + 1) is
 * multiplied out, as a register for the 1 is one more than two sets leave. */
typedef struct {
    u32x8 value, amount;
} mixed;

AVX2 static ALWAYS_INLINE mixed f(u32x8 x) {
    const u32x8 square = x * x, y = square + square + x, carried = y >> 27;
    return (mixed){y << 5 | carried, carried};
}

/* ---- Encryption ---- */

/* The words change their names instead of their places. u goes first: the round before has made d
 * first. */
AVX2 static ALWAYS_INLINE void round_of(u32x8 *a, const u32x8 *b, u32x8 *c, const u32x8 *d,
                                        const uint32_t k[2]) {
    const mixed u = f(*d), t = f(*b);
    *a = rotl_each(*a ^ t.value, u.amount) + k[0];
    *c = rotl_each(*c ^ u.value, t.amount) + k[1];
}

AVX2 static ALWAYS_INLINE void encrypt_sets(const uint32_t k[KEYS], const uint8_t *in, uint8_t *out,
                                            unsigned sets) {
    u32x8 x[BATCH / SET][4];
    for (unsigned s = 0; s < sets; s++) {
        load_blocks(x[s], in + SET_BYTES * s);
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
        store_blocks(out + SET_BYTES * s, x[s]);
    }
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(((const rc6_context *)context)->k, in, out, 2);
}

AVX2 static void encrypt_set(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(((const rc6_context *)context)->k, in, out, 1);
}

static void encrypt_rest(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SET, PAYS, encrypt_set, fifteen_rc6_portable.encrypt);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, SET + 1, encrypt_batch, encrypt_rest);
}

/* ---- Decryption ---- */

AVX2 static ALWAYS_INLINE void inverse_round_of(u32x8 *a, const u32x8 *b, u32x8 *c, const u32x8 *d,
                                                const uint32_t k[2]) {
    const mixed t = f(*b), u = f(*d);
    *c = rotr_each(*c - k[1], t.amount) ^ u.value;
    *a = rotr_each(*a - k[0], u.amount) ^ t.value;
}

AVX2 static ALWAYS_INLINE void decrypt_sets(const uint32_t k[KEYS], const uint8_t *in, uint8_t *out,
                                            unsigned sets) {
    u32x8 x[BATCH / SET][4];
    for (unsigned s = 0; s < sets; s++) {
        load_blocks(x[s], in + SET_BYTES * s);
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
        store_blocks(out + SET_BYTES * s, x[s]);
    }
}

AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_sets(((const rc6_context *)context)->k, in, out, 2);
}

AVX2 static void decrypt_set(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_sets(((const rc6_context *)context)->k, in, out, 1);
}

static void decrypt_rest(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SET, PAYS, decrypt_set, fifteen_rc6_portable.decrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, SET + 1, decrypt_batch, decrypt_rest);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_rc6_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_rc6_portable.wipe(context); }

const fifteen_engine fifteen_rc6_avx2 = {
    .cipher = "rc6",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {0, 2040, 8},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(rc6_context),
    .context_align = _Alignof(rc6_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
