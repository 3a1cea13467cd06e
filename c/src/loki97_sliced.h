/* SPDX-License-Identifier: Apache-2.0
 * LOKI97 on as many blocks at once as a register has bits. Who includes this has
 * chosen the registers (bits256.h, bits512.h), and says which engine this is, THIS,
 * its NAME and what it NEEDS; from how many blocks under a key it PAYS, by
 * processor; and from how many a batch takes less time than the engine FEWER, which
 * does the rest: FILLED, likewise.
 *
 * A register holds one bit of each block. So E and P cost nothing, and
 * the S-boxes, which are cubes in GF(2^13) and GF(2^11), are logic: each bit of
 * a cube is quadratic, and the build writes the circuits (tables.py). Additions
 * are done bit by bit, too, next to the S-boxes whose output they wait for.
 */
#ifndef FIFTEEN_LOKI97_SLICED_H
#define FIFTEEN_LOKI97_SLICED_H

#include "loki97.h"

#include "loki97_tables.h" /* written by tables.py */

extern const fifteen_engine fifteen_loki97_portable, FEWER;

/* ---- Context ---- */

/* Bits of the round keys, each a word of zeros or of ones, for one direction. What is subtracted in
 * decryption is negative, and added. */
typedef struct {
    uint32_t first[64]; /* added to the right half before all rounds */
    struct {
        uint32_t kp[32], sb[32]; /* f's second input */
        uint32_t from[64];       /* added to the half that went through f */
        uint32_t to[64];         /* added to the other half, before the next round */
    } rounds[ROUNDS];
} bit_keys;

typedef struct {
    loki97_context portable;
    bit_keys encryption, decryption;
} wide_context;

/* ---- Key schedule ---- */

TARGET static ALWAYS_INLINE void spread(uint32_t *bit, uint64_t k, unsigned n) {
    const u32x8 places = {0, 1, 2, 3, 4, 5, 6, 7};
    for (unsigned i = 0; i < n; i += 8) {
        const u32x8 byte = (u32x8){0} + (uint8_t)(k >> i);
        store_u32x8((uint8_t *)(bit + i), 0 - (byte >> places & 1));
    }
}

/* The key's part of the inputs of Sb's S-boxes: from bit 8 on, of each second byte of two words. */
static uint64_t sb_input(const uint64_t k[2]) {
    uint64_t bits = 0;
    for (unsigned m = 8; m-- > 0;) {
        const uint64_t input = k[m % 2] >> (16 * (m / 2) + 8);
        bits = (m & 2) == 0 ? bits << 5 | (input & 0x1f) : bits << 3 | (input & 0x07);
    }
    return bits;
}

TARGET static void set_bits(bit_keys *bit, const loki97_context *c, int decrypting) {
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint64_t *k = c->k[decrypting ? ROUNDS - 1 - i : i];
        const uint64_t before = decrypting ? 0 - k[4] : k[0], after = decrypting ? 0 - k[0] : k[4];
        spread(i == 0 ? bit->first : bit->rounds[i - 1].to, before, 64);
        spread(bit->rounds[i].kp, k[1], 32);
        spread(bit->rounds[i].sb, sb_input(k + 2), 32);
        spread(bit->rounds[i].from, after, 64);
    }
    spread(bit->rounds[ROUNDS - 1].to, 0, 64);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    wide_context *c = context;
    int error = fifteen_loki97_portable.set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    if (directions & FIFTEEN_ENCRYPT) set_bits(&c->encryption, &c->portable, 0);
    if (directions & FIFTEEN_DECRYPT) set_bits(&c->decryption, &c->portable, 1);
    return FIFTEEN_OK;
}

/* ---- Rounds ---- */

/* S1 and S2 of the bits x[0], x[1], ... to y[0], y[stride], ... */
TARGET static ALWAYS_INLINE void s1(const bits *x, bits *y, unsigned stride) {
    S1_CIRCUIT(x, y, stride);
}

TARGET static ALWAYS_INLINE void s2(const bits *x, bits *y, unsigned stride) {
    S2_CIRCUIT(x, y, stride);
}

/* The next bit of a sum. */
TARGET static ALWAYS_INLINE bits add(bits x, uint32_t k, bits *carry) {
    const bits either = x ^ k, sum = either ^ *carry;
    *carry = (x & k) | (either & *carry);
    return sum;
}

/* Sa of E of d, then P: input byte m of Sb is the first of the 13 bits from e[13 * m] on. Sa is
 * S1, S2, S1, S2, S2, S1, S2, S1. */
TARGET static ALWAYS_INLINE void sa(const bits d[64 + 5], bits e[8 * 13]) {
    for (unsigned n = 0; n < 8; n++) {
        const bits *x = d + 56 - 8 * n;
        if (0xa5 >> n & 1)
            s1(x, e + n, 13);
        else
            s2(x, e + n, 13);
    }
}

/* `to` takes f of `from`; then both are added to. */
TARGET static void round_of(const bit_keys *keys, unsigned r, bits from[64], bits to[64]) {
    const uint32_t *kp = keys->rounds[r].kp, *sb = keys->rounds[r].sb;
    bits d[64 + 5], e[8 * 13], y[8], from_carry = {0}, to_carry = {0};
    for (unsigned i = 0; i < 32; i++) {
        const bits exchanged = (from[i] ^ from[i + 32]) & kp[i];
        d[i] = from[i] ^ exchanged;
        d[i + 32] = from[i + 32] ^ exchanged;
    }
    for (unsigned i = 0; i < 5; i++) d[64 + i] = d[i];
    sa(d, e);
    for (unsigned m = 0; m < 8; m++) {
        const unsigned known = (m & 2) == 0 ? 5 : 3;
        for (unsigned i = 0; i < known; i++) e[13 * m + 8 + i] = (bits){0} + *sb++;
        if (known == 5)
            s1(e + 13 * m, y, 1);
        else
            s2(e + 13 * m, y, 1);
        for (unsigned b = 0; b < 8; b++) {
            const unsigned i = 8 * m + b;
            to[i] = add(to[i] ^ y[b], keys->rounds[r].to[i], &to_carry);
            from[i] = add(from[i], keys->rounds[r].from[i], &from_carry);
        }
    }
}

/* ---- Encryption ---- */

/* Bit i of a half is x[half][i]. Interlaced four times, the register says which byte of its
 * block a byte is; after as many more all are back. */
TARGET static void load(bits x[2][64], const uint8_t *in) {
    bits bytes[2][8][8];
    for (unsigned n = 0; n < 8; n++) {
        bits y[16];
        for (unsigned i = 0; i < 16; i++) y[i] = load_bits(in + REGISTER * (16 * n + i));
#pragma GCC unroll 4 /* clang doesn't unless told */
        for (unsigned i = 0; i < 4; i++) interlace(y, 16);
        for (unsigned i = 0; i < 16; i++) bytes[i / 8][7 - i % 8][n] = y[i];
    }
    for (unsigned i = 0; i < 16; i++) {
        transpose_8x8_bits(bytes[i / 8][i % 8]);
        for (unsigned b = 0; b < 8; b++) x[i / 8][8 * (i % 8) + b] = bytes[i / 8][i % 8][b];
    }
}

/* The exchange of halves after the last round is left out. */
TARGET static void store(uint8_t *out, const bits x[2][64]) {
    bits bytes[2][8][8];
    for (unsigned i = 0; i < 16; i++) {
        for (unsigned b = 0; b < 8; b++) bytes[i / 8][i % 8][b] = x[1 - i / 8][8 * (i % 8) + b];
        transpose_8x8_bits(bytes[i / 8][i % 8]);
    }
    for (unsigned n = 0; n < 8; n++) {
        bits y[16];
        for (unsigned i = 0; i < 16; i++) y[i] = bytes[i / 8][7 - i % 8][n];
#pragma GCC unroll 4 /* clang doesn't unless told */
        for (unsigned i = 0; i < 4; i++) interlace(y, 16);
        for (unsigned i = 0; i < 16; i++) store_bits(out + REGISTER * (16 * n + i), y[i]);
    }
}

TARGET static void crypt_batch_with(const bit_keys *keys, const uint8_t *in, uint8_t *out) {
    bits x[2][64], carry = {0};
    load(x, in);
    for (unsigned i = 0; i < 64; i++) x[1][i] = add(x[1][i], keys->first[i], &carry);
    for (unsigned r = 0; r < ROUNDS; r++) round_of(keys, r, x[1 - r % 2], x[r % 2]);
    store(out, (const bits(*)[64])x);
}

static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_batch_with(&((const wide_context *)context)->encryption, in, out);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, SLICED_BLOCKS, (by_processor)FILLED,
                            encrypt_batch, FEWER.encrypt);
}

/* ---- Decryption ---- */

static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_batch_with(&((const wide_context *)context)->decryption, in, out);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, SLICED_BLOCKS, (by_processor)FILLED,
                            decrypt_batch, FEWER.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine THIS = {
    .cipher = "loki97",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = SLICED_BLOCKS,
    .pays_from = PAYS,
    .context_bytes = sizeof(wide_context),
    .context_align = _Alignof(wide_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
