/* SPDX-License-Identifier: Apache-2.0
 * SAFER+, as many blocks at once as a register has bytes: what saferplus_avx2.c and
 * saferplus_avx512.c share.
 *
 * A register holds one byte of each block, so that a round is that of the
 * specification with vectors for bytes. A box is half a table, shuffled by its
 * index, as 45^128 = -1: exp(x + 128) = 257 - exp(x), modulo 257.
 * Constant-time, but for the few blocks that are left to the portable engine.
 *
 * Before it includes this, a file chooses registers (bytes256.h or bytes512.h) and
 * has two functions: complement_if_high is y, or its complement where the highest
 * bit of x is set, and difference is a - b. Of the engine THIS it says the NAME,
 * what it NEEDS, and from how many blocks on it PAYS (by processor).
 */
#ifndef FIFTEEN_SAFERPLUS_BYTES_H
#define FIFTEEN_SAFERPLUS_BYTES_H

#include "saferplus.h"

#include "saferplus_tables.h" /* written by tables.py */

extern const fifteen_engine fifteen_saferplus_portable;

/* ---- Context ---- */

/* The portable engine's, and its keys with what the boxes below leave to be added. */
typedef struct {
    saferplus_context narrow;
    uint8_t k[16 * (2 * MAX_ROUNDS + 1)];
} wide_context;

/* ---- Key schedule ---- */

TARGET static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    static const u8x32 LEFT = {0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0, 0, 255, 255, 0,
                               1, 0,   0,   1, 1, 0,   0,   1, 1, 0,   0,   1, 1, 0,   0,   1};
    wide_context *c = context;
    const int error = fifteen_saferplus_portable.set_key(&c->narrow, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    const unsigned last = 32 * c->narrow.rounds;
    for (unsigned i = 0; i < last; i += 32)
        store_u32x8(c->k + i, (u32x8)((u8x32)load_u32x8(c->narrow.k + i) + LEFT));
    memcpy(c->k + last, c->narrow.k + last, 16);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

enum { ROWS = 16 };

/* exp(x) - 1: its complement is exp(x + 128) - 1. */
TARGET static ALWAYS_INLINE byte exp_less_1(byte x) {
    return complement_if_high(x, look_up_128(EXP_LOW, x));
}

/* log(x + 1): the logarithm of what the complement stands for is 128 more. */
TARGET static ALWAYS_INLINE byte log_of_1_more(byte x) {
    return look_up_128(LOG_LOW, complement_if_high(x, x)) ^ (x & 0x80);
}

/* The Pseudo-Hadamard transform of (a, b). */
TARGET static ALWAYS_INLINE void pht(byte *y, byte a, byte b) {
    y[1] = a + b;
    y[0] = a + y[1];
}

/* The Armenian Shuffle, and the transform of each pair. */
TARGET static ALWAYS_INLINE void layer(byte y[16], const byte x[16]) {
    pht(y, x[8], x[11]);
    pht(y + 2, x[12], x[15]);
    pht(y + 4, x[2], x[1]);
    pht(y + 6, x[6], x[5]);
    pht(y + 8, x[10], x[9]);
    pht(y + 10, x[14], x[13]);
    pht(y + 12, x[0], x[7]);
    pht(y + 14, x[4], x[3]);
}

/* The loops over boxes must unroll, or blocks lie in memory: clang 19 doesn't unless told. */
TARGET static ALWAYS_INLINE void encrypt_round(byte x[16], const uint8_t *k) {
    byte y[16], z[16];
#pragma GCC unroll 4
    for (unsigned i = 0; i < 16; i += 4) {
        x[i] = exp_less_1(x[i] ^ k[i]) + k[i + 16];
        x[i + 3] = exp_less_1(x[i + 3] ^ k[i + 3]) + k[i + 19];
    }
#pragma GCC unroll 4
    for (unsigned i = 0; i < 16; i += 4) {
        x[i + 1] = log_of_1_more(x[i + 1] + k[i + 1]) ^ k[i + 17];
        x[i + 2] = log_of_1_more(x[i + 2] + k[i + 2]) ^ k[i + 18];
    }
    for (unsigned i = 0; i < 16; i += 2) pht(y + i, x[i], x[i + 1]);
    layer(z, y);
    layer(y, z);
    layer(x, y);
}

TARGET static ALWAYS_INLINE void encrypt_rows(const void *context, vec rows[ROWS]) {
    const wide_context *c = context;
    const uint8_t *k = c->k;
    byte x[16];
    rows_to_bytes(x, rows);
    for (unsigned r = 0; r < c->narrow.rounds; r++, k += 32) encrypt_round(x, k);
    for (unsigned i = 0; i < 16; i += 4) {
        x[i] ^= k[i];
        x[i + 1] += k[i + 1];
        x[i + 2] += k[i + 2];
        x[i + 3] ^= k[i + 3];
    }
    bytes_to_rows(rows, x);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void inverse_pht(byte *y, byte a, byte b) {
    y[0] = difference(a, b);
    y[1] = b - y[0];
}

TARGET static ALWAYS_INLINE void inverse_layer(byte y[16], const byte x[16]) {
    inverse_pht(y, x[12], x[5]);
    inverse_pht(y + 2, x[4], x[15]);
    inverse_pht(y + 4, x[14], x[7]);
    inverse_pht(y + 6, x[6], x[13]);
    inverse_pht(y + 8, x[0], x[9]);
    inverse_pht(y + 10, x[8], x[1]);
    inverse_pht(y + 12, x[2], x[11]);
    inverse_pht(y + 14, x[10], x[3]);
}

TARGET static ALWAYS_INLINE void decrypt_round(byte x[16], const uint8_t *k) {
    byte y[16], z[16];
    for (unsigned i = 0; i < 16; i += 2) inverse_pht(y + i, x[i], x[i + 1]);
    inverse_layer(z, y);
    inverse_layer(y, z);
    inverse_layer(x, y);
#pragma GCC unroll 4
    for (unsigned i = 0; i < 16; i += 4) {
        x[i] = log_of_1_more(x[i] - k[i + 16]) ^ k[i];
        x[i + 3] = log_of_1_more(x[i + 3] - k[i + 19]) ^ k[i + 3];
    }
#pragma GCC unroll 4
    for (unsigned i = 0; i < 16; i += 4) {
        x[i + 1] = exp_less_1(x[i + 1] ^ k[i + 17]) - k[i + 1];
        x[i + 2] = exp_less_1(x[i + 2] ^ k[i + 18]) - k[i + 2];
    }
}

TARGET static ALWAYS_INLINE void decrypt_rows(const void *context, vec rows[ROWS]) {
    const wide_context *c = context;
    const uint8_t *k = c->k + 32 * c->narrow.rounds;
    byte x[16];
    rows_to_bytes(x, rows);
    for (unsigned i = 0; i < 16; i += 4) {
        x[i] ^= k[i];
        x[i + 1] -= k[i + 1];
        x[i + 2] -= k[i + 2];
        x[i + 3] ^= k[i + 3];
    }
    for (unsigned r = 0; r < c->narrow.rounds; r++) {
        k -= 32;
        decrypt_round(x, k);
    }
    bytes_to_rows(rows, x);
}

/* ---- Blocks ---- */

#include "row_batches.h"

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, encrypt_batch,
                            fifteen_saferplus_portable.encrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, decrypt_batch,
                            fifteen_saferplus_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine THIS = {
    .cipher = "saferplus",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(wide_context),
    .context_align = _Alignof(wide_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
