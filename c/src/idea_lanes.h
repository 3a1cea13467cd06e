/* SPDX-License-Identifier: Apache-2.0
 * IDEA in vectors: what idea_avx2.c and idea_avx512.c share.
 *
 * A register holds one word of as many blocks as it has words of 16 bits, so that a round is
 * the portable one's with vectors for words. Up to four sets of registers hide the latency of
 * each other's products.
 * Constant-time, but for the up to three blocks left to the portable engine, and the set-up
 * of a key to decrypt with, as there.
 *
 * Before it includes this, a file chooses registers (lanes256.h and vec256.h, or those of 512
 * bits), whose 16-bit words are a `half`, and has `all`, one word everywhere; mul, a product
 * modulo 2^16 + 1; and what that wants of a word of the key, a `factor`, made by factor_of. Of
 * the engine THIS it says the NAME, what it NEEDS, and from how many blocks on it takes less
 * time than FEWER, the engine for less: PAYS.
 */
#ifndef FIFTEEN_IDEA_LANES_H
#define FIFTEEN_IDEA_LANES_H

#include "idea.h"
#include "wide.h"

extern const fifteen_engine fifteen_idea_portable, FEWER;

/* ---- Lanes ---- */

/* A set has four registers, of as many blocks as such a one has halves of words. */
enum { SETS = 4, ROWS = 4 * SETS, HALVES = 2 * SET };

/* Of two blocks, the words of each pair and the bytes of each word change places:
 * a0 b0 c0 d0 a1 b1 c1 d1 become a0 a1 b0 b1 c0 c1 d0 d1. */
TARGET static ALWAYS_INLINE vec pair_words(vec x) {
    return bytes_from(x, each_lane((u64x2){0x0a0b020308090001, 0x0e0f06070c0d0405}));
}

TARGET static ALWAYS_INLINE vec unpair_words(vec x) {
    return bytes_from(x, each_lane((u64x2){0x0c0d080904050001, 0x0e0f0a0b06070203}));
}

TARGET static ALWAYS_INLINE void rows_to_halves(half x[4], const vec rows[4]) {
    word y[4];
    for (unsigned i = 0; i < 4; i++) y[i] = (word)pair_words(rows[i]);
    transpose(y);
    for (unsigned i = 0; i < 4; i++) x[i] = (half)y[i];
}

TARGET static ALWAYS_INLINE void halves_to_rows(vec rows[4], const half x[4]) {
    word y[4];
    for (unsigned i = 0; i < 4; i++) y[i] = (word)x[i];
    transpose(y);
    for (unsigned i = 0; i < 4; i++) rows[i] = unpair_words((vec)y[i]);
}

/* ---- Encryption and decryption ---- */

TARGET static ALWAYS_INLINE void round_of(half x[][4], unsigned sets, const uint16_t k[6]) {
    const factor k0 = factor_of(k[0]), k3 = factor_of(k[3]);
    const factor k4 = factor_of(k[4]), k5 = factor_of(k[5]);
    const half k1 = all(k[1]), k2 = all(k[2]);
    for (unsigned s = 0; s < sets; s++) {
        const half a = mul(x[s][0], k0), b = x[s][1] + k1, c = x[s][2] + k2, d = mul(x[s][3], k3);
        const half t = mul(a ^ c, k4), u = mul((b ^ d) + t, k5), v = t + u;
        x[s][0] = a ^ u;
        x[s][1] = c ^ u;
        x[s][2] = b ^ v;
        x[s][3] = d ^ v;
    }
}

TARGET static ALWAYS_INLINE void transform_output(half x[][4], unsigned sets, const uint16_t k[4]) {
    const factor k0 = factor_of(k[0]), k3 = factor_of(k[3]);
    const half k1 = all(k[1]), k2 = all(k[2]);
    for (unsigned s = 0; s < sets; s++) {
        const half b = x[s][2] + k1, c = x[s][1] + k2;
        x[s][0] = mul(x[s][0], k0);
        x[s][1] = b;
        x[s][2] = c;
        x[s][3] = mul(x[s][3], k3);
    }
}

TARGET static ALWAYS_INLINE void crypt_with(const uint16_t *k, vec *rows, unsigned sets) {
    half x[SETS][4];
    for (unsigned s = 0; s < sets; s++) rows_to_halves(x[s], rows + 4 * s);
    for (unsigned r = 0; r < ROUNDS; r++, k += 6) round_of(x, sets, k);
    transform_output(x, sets, k);
    for (unsigned s = 0; s < sets; s++) halves_to_rows(rows + 4 * s, x[s]);
}

TARGET static ALWAYS_INLINE void encrypt_rows(const void *context, vec rows[ROWS]) {
    crypt_with(((const idea_context *)context)->ek, rows, SETS);
}

TARGET static ALWAYS_INLINE void decrypt_rows(const void *context, vec rows[ROWS]) {
    crypt_with(((const idea_context *)context)->dk, rows, SETS);
}

/* ---- Blocks ---- */

#define BLOCK_BYTES 8
#include "row_batches.h"

/* Of less than a batch, with the subkeys k of either direction. */
TARGET static ALWAYS_INLINE void crypt_sets(const uint16_t *k, const uint8_t *in, uint8_t *out,
                                            unsigned sets) {
    vec rows[ROWS];
    load_rows(rows, in, 4 * sets);
    crypt_with(k, rows, sets);
    store_rows(out, rows, 4 * sets);
}

TARGET static void crypt_one(const void *k, const uint8_t *in, uint8_t *out) {
    crypt_sets(k, in, out, 1);
}

TARGET static void crypt_two(const void *k, const uint8_t *in, uint8_t *out) {
    crypt_sets(k, in, out, 2);
}

TARGET static void crypt_three(const void *k, const uint8_t *in, uint8_t *out) {
    crypt_sets(k, in, out, 3);
}

/* What is left is filled up to as few sets as hold it. */
static void up_to_one(const void *k, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(k, in, out, blocks, 8, HALVES, 1, crypt_one, NULL);
}

static void up_to_two(const void *k, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(k, in, out, blocks, 8, 2 * HALVES, HALVES + 1, crypt_two, up_to_one);
}

static NEVER_INLINE void up_to_three(const uint16_t *k, const uint8_t *in, uint8_t *out,
                                     size_t blocks) {
    in_batches(k, in, out, blocks, 8, 3 * HALVES, 2 * HALVES + 1, crypt_three, up_to_two);
}

static void encrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const idea_context *c = context;
    if (blocks < here((by_processor)PAYS))
        FEWER.encrypt(c, in, out, blocks);
    else
        up_to_three(c->ek, in, out, blocks);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, BATCH, 3 * HALVES + 1, encrypt_batch, encrypt_few);
}

static void decrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const idea_context *c = context;
    if (blocks < here((by_processor)PAYS))
        FEWER.decrypt(c, in, out, blocks);
    else
        up_to_three(c->dk, in, out, blocks);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, BATCH, 3 * HALVES + 1, decrypt_batch, decrypt_few);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_idea_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_idea_portable.wipe(context); }

const fifteen_engine THIS = {
    .cipher = "idea",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 8,
    .key_bits = {128, 128, 64},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(idea_context),
    .context_align = _Alignof(idea_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
