/* SPDX-License-Identifier: Apache-2.0
 * CRYPTON v0.5 and v1.0, as many blocks at once as a register has bytes: what
 * crypton_avx2.c and crypton_avx512.c share.
 *
 * A register holds one byte of each block. So tau costs nothing: its bytes are in
 * other registers. The S-boxes are look-ups by shuffles, and pi is logic on a
 * column's four registers. Constant-time, but for the few blocks that are left to
 * the portable engine and the set-up of a key, as there.
 *
 * Before it includes this, a file chooses registers (bytes256.h or bytes512.h) and has
 * three functions: s is one of the four S-boxes, sum_with_key adds two and a key, and
 * choose_bits has those of b under a mask, the others of a. It says the NAME of its
 * engines, of which one is THIS, what they NEED, and from how many blocks on each PAYS,
 * by processor, where before FEWER does. After this, it has an ENGINE for each version.
 */
#ifndef FIFTEEN_CRYPTON_BYTES_H
#define FIFTEEN_CRYPTON_BYTES_H

#include "crypton.h"

extern const fifteen_engine fifteen_crypton_v0_5_portable, fifteen_crypton_v1_0_portable;
extern const fifteen_engine FEWER_V0_5, FEWER_V1_0;

/* ---- Context ---- */

/* Each byte of a round key is there four times, as a word is fast to broadcast. */
typedef struct {
    uint32_t k[ROUNDS + 1][16];
} spread_keys;

typedef struct {
    crypton_context portable;
    spread_keys encryption, decryption;
    version v;
} wide_context;

static inline const fifteen_engine *portable(version v) {
    return v == V0_5 ? &fifteen_crypton_v0_5_portable : &fifteen_crypton_v1_0_portable;
}

/* ---- Rounds ---- */

TARGET static ALWAYS_INLINE byte with_key(byte x, uint32_t k) { return (byte)((words32)x ^ k); }

/* pi and sigma of a column, turned by its number and the round's turn. An output is the sum of all
 * inputs, and of two bits of each: of input j the bits 2 p and 2 p + 1 go to output p - turned - j
 * modulo 4. That is the inputs in reverse order, turned by p: first by two places where p has 2,
 * then by one where it has 1. The key is added between these steps, where it is one of three that
 * AVX-512 adds at once. */
TARGET static ALWAYS_INLINE void pi(unsigned turned, const uint32_t k[4], byte x[4]) {
    const byte even = x[0] ^ x[2], odd = x[1] ^ x[3];
    const byte changes[2] = {odd ^ (even & 0xf0), even ^ (odd & 0xf0)};
    byte y[4];
    for (unsigned i = 0; i < 4; i++)
        y[i] = sum_with_key(x[(i + 2) % 4], changes[i % 2], k[(0 - turned - i) % 4]);
    for (unsigned i = 0; i < 4; i++)
        x[(0 - turned - i) % 4] = choose_bits(0xcc, y[i], y[(i + 1) % 4]);
}

/* gamma, pi, tau and sigma of column i, which becomes row i; without pi in the last round. Byte i
 * of row j is x[4 j + i]. */
TARGET static ALWAYS_INLINE void column(version v, unsigned turn, int last, unsigned i,
                                        const uint32_t k[16], const byte x[16], byte y[16]) {
    byte z[4];
    for (unsigned j = 0; j < 4; j++) z[j] = s(v, (i + j + turn) % 4, x[4 * j + i]);
    if (!last) pi(i + turn, k + 4 * i, z);
    for (unsigned j = 0; j < 4; j++) y[4 * i + j] = last ? with_key(z[j], k[4 * i + j]) : z[j];
}

TARGET static ALWAYS_INLINE void round_of(version v, unsigned turn, int last, const uint32_t k[16],
                                          const byte x[16], byte y[16]) {
    column(v, turn, last, 0, k, x, y);
    column(v, turn, last, 1, k, x, y);
    column(v, turn, last, 2, k, x, y);
    column(v, turn, last, 3, k, x, y);
}

/* ---- Key schedule ---- */

/* A round key before the last step of pi, which moves some of its bits to the next byte. */
TARGET static ALWAYS_INLINE u32x8 for_pi(u32x8 k) {
    return (k & 0x33333333) | ((k >> 8 | k << 24) & 0xcccccccc);
}

TARGET static void spread(spread_keys *keys, const uint32_t *k) {
    const u8x32 first = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                         4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    for (unsigned r = 0; r <= ROUNDS; r++) {
        u32x8 x = (u32x8)load_table((const uint8_t *)(k + 4 * r));
        if (r > 0 && r < ROUNDS) x = for_pi(x);
        store_u32x8((uint8_t *)keys->k[r], (u32x8)shuffle((u8x32)x, first));
        store_u32x8((uint8_t *)(keys->k[r] + 8), (u32x8)shuffle((u8x32)x, first + 8));
    }
}

TARGET static int set_key(version v, void *context, const uint8_t *key, unsigned key_bits,
                          int directions) {
    wide_context *c = context;
    int error = portable(v)->set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    c->v = v;
    if (directions & FIFTEEN_ENCRYPT) spread(&c->encryption, c->portable.ek);
    if (directions & FIFTEEN_DECRYPT) spread(&c->decryption, c->portable.dk);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

enum { ROWS = 16 };

TARGET static ALWAYS_INLINE void crypt(version v, const spread_keys *keys, vec rows[ROWS]) {
    byte x[16], y[16];
    rows_to_bytes(x, rows);
    for (unsigned i = 0; i < 16; i++) x[i] = with_key(x[i], keys->k[0][i]);
    for (unsigned r = 1; r < ROUNDS - 1; r += 2) {
        round_of(v, 0, 0, keys->k[r], x, y);
        round_of(v, even_turn(v), 0, keys->k[r + 1], y, x);
    }
    round_of(v, 0, 0, keys->k[ROUNDS - 1], x, y);
    round_of(v, even_turn(v), 1, keys->k[ROUNDS], y, x);
    bytes_to_rows(rows, x);
}

/* Of either version, which is a constant in its rounds. */
TARGET static ALWAYS_INLINE void crypt_either(version v, const spread_keys *keys, vec rows[ROWS]) {
    if (v == V0_5)
        crypt(V0_5, keys, rows);
    else
        crypt(V1_0, keys, rows);
}

TARGET static ALWAYS_INLINE void encrypt_rows(const void *context, vec rows[ROWS]) {
    const wide_context *c = context;
    crypt_either(c->v, &c->encryption, rows);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void decrypt_rows(const void *context, vec rows[ROWS]) {
    const wide_context *c = context;
    crypt_either(c->v, &c->decryption, rows);
}

/* ---- Blocks ---- */

#include "row_batches.h"

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    if (((const wide_context *)context)->v == V0_5)
        in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS_V0_5,
                                encrypt_batch, FEWER_V0_5.encrypt);
    else
        in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS_V1_0,
                                encrypt_batch, FEWER_V1_0.encrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    if (((const wide_context *)context)->v == V0_5)
        in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS_V0_5,
                                decrypt_batch, FEWER_V0_5.decrypt);
    else
        in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS_V1_0,
                                decrypt_batch, FEWER_V1_0.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

#define ENGINE(symbol, id, v)                                                                      \
    static int set_key_##v(void *context, const uint8_t *key, unsigned key_bits, int directions) { \
        return set_key(v, context, key, key_bits, directions);                                     \
    }                                                                                              \
    const fifteen_engine symbol = {                                                                \
        .cipher = id,                                                                              \
        .name = NAME,                                                                              \
        .needs = NEEDS,                                                                            \
        .block_bytes = 16,                                                                         \
        .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},                                                  \
        .batch = BATCH,                                                                            \
        .pays_from = PAYS_##v,                                                                     \
        .context_bytes = sizeof(wide_context),                                                     \
        .context_align = _Alignof(wide_context),                                                   \
        .set_key = set_key_##v,                                                                    \
        .encrypt = encrypt,                                                                        \
        .decrypt = decrypt,                                                                        \
        .wipe = wipe,                                                                              \
        .modes = &modes,                                                                           \
    };

#endif
