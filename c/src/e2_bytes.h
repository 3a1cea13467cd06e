/* SPDX-License-Identifier: Apache-2.0
 * E2, as many blocks at once as a register has bytes: what e2_avx2.c, e2_aesni.c,
 * e2_vaes.c and e2_avx512.c share.
 *
 * A register holds one byte of each block. So P is sixteen XORs, while BRL, BP and
 * the order of bytes cost nothing: they are other names. An S-box is x^127 in the
 * field of AES, which is an inverse but for what is linear, then a sum modulo 2^8.
 * Constant-time, but for the few blocks that are left to the portable engine and
 * the set-up of a key, as there.
 *
 * Before it includes this, a file chooses registers (bytes256.h or bytes512.h) and
 * has both S-boxes of a round, first_s and second_s. What goes between them may
 * stand in another form, second_key of a byte, which keeps sums. It says whether
 * AES's InvShiftRows is in each S-box (BY_AES); and of the engine THIS the NAME,
 * what it NEEDS and from how many blocks on it PAYS.
 */
#ifndef FIFTEEN_E2_BYTES_H
#define FIFTEEN_E2_BYTES_H

#include "e2.h"

extern const fifteen_engine fifteen_e2_portable;

/* ---- Context ---- */

/* Each byte of a round key is there four times, as a word is fast to broadcast. The second keys
 * of the rounds are as second_s takes them. */
typedef struct {
    uint32_t k[2 * ROUNDS][8];
} spread_keys;

typedef struct {
    e2_context portable;
    spread_keys encryption, decryption;
} wide_context;

/* ---- Key schedule ---- */

TARGET static void spread(spread_keys *spread, const e2_keys *keys) {
    const u8x32 fourfold = {7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4,
                            3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0};
    for (unsigned i = 0; i < 2 * ROUNDS; i++) {
        const u8x32 k = (u8x32)_mm256_set1_epi64x((long long)keys->k[i]);
        const u8x32 x = i % 2 == 0 ? k : second_key(k);
        _mm256_storeu_si256((__m256i *)(void *)spread->k[i], (__m256i)shuffle(x, fourfold));
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    wide_context *c = context;
    int error = fifteen_e2_portable.set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    if (directions & FIFTEEN_ENCRYPT) spread(&c->encryption, &c->portable.encryption);
    if (directions & FIFTEEN_DECRYPT) spread(&c->decryption, &c->portable.decryption);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

enum { ROWS = 16 };

/* Of the blocks' bytes, one that is the same for all. */
TARGET static ALWAYS_INLINE byte with_key(byte x, uint32_t k) { return (byte)((words32)x ^ k); }

/* P, of bytes in its own order. As elements of a ring in which x moves by one place, the quarters
 * of P's matrix are J + 1, J + x^3; J + x^2, 1 + x, and have these four factors. */
TARGET static ALWAYS_INLINE void p(byte a[4], byte b[4]) {
    for (unsigned i = 0; i < 4; i++) b[i] ^= a[i];
    for (unsigned i = 0; i < 4; i++) a[i] ^= b[(i + 2) % 4];
    for (unsigned i = 0; i < 4; i++) b[i] ^= a[(i + 3) % 4];
    for (unsigned i = 0; i < 4; i++) a[i] ^= b[i];
}

/* left ^= F(right). A half block stands in the portable engine's order, so that
 * place 5 i modulo 8 has byte i. */
TARGET static ALWAYS_INLINE void feistel_round(byte left[8], const byte right[8],
                                               const uint32_t k[2][8]) {
    byte y[8];
    for (unsigned i = 0; i < 8; i++) {
        const unsigned place = 5 * i % 8;
        y[i] = first_s(with_key(right[place], k[0][place]));
    }
    p(y, y + 4);
    for (unsigned i = 0; i < 8; i++) { /* in BRL's order */
        const unsigned place = 5 * i % 8;
        left[(place + 3) % 8] ^= second_s(with_key(y[i], k[1][place]));
    }
}

TARGET static ALWAYS_INLINE vec times(vec x, const uint32_t f[4]) {
    const uint64_t low = f[0] | (uint64_t)f[1] << 32, high = f[2] | (uint64_t)f[3] << 32;
    return (vec)((words32)x * (words32)each_lane((u64x2){low, high}));
}

TARGET static ALWAYS_INLINE vec swap_words(vec x) {
    return bytes_from(x, each_lane((u64x2){0x0405060700010203, 0x0c0d0e0f08090a0b}));
}

/* Added to a block as it stands in memory: so a mode's sum is one with it. */
TARGET static ALWAYS_INLINE vec added(const uint64_t k[2]) {
    return each_lane((u64x2){swap64(k[0]), swap64(k[1])});
}

/* What AES's InvShiftRows does to the left half in a round, twice: it only changes the order of the
 * blocks in a register. What it did to a half is undone after four rounds' worth, so this once is
 * enough for all rounds. */
TARGET static ALWAYS_INLINE byte in_order_of_left(byte x) {
    const vec moved = each_lane((u64x2){0x0f060d040b020900, 0x070e050c030a0108});
    return BY_AES ? (byte)bytes_from((vec)x, moved) : x;
}

/* Where place i of the first half block comes from, before BP, and goes to after its inverse: in a
 * register as many bytes on, and the lowest byte of a word first. BP exchanges four bytes of the
 * halves. */
static inline unsigned first(unsigned i) { return (0xc6 >> i & 1) * 8 + (i ^ 3); }

TARGET static ALWAYS_INLINE void crypt_with(const e2_keys *keys, const spread_keys *round_keys,
                                            vec rows[ROWS]) {
    byte block[16], left[8], right[8];
    for (unsigned i = 0; i < ROWS; i++) /* IT */
        rows[i] = times(swap_words(rows[i] ^ added(keys->added)), keys->factor);
    rows_to_bytes(block, rows);
    for (unsigned i = 0; i < 8; i++) {
        left[i] = in_order_of_left(block[first(i)]);
        right[i] = block[first(i) ^ 8];
    }
    for (unsigned r = 0; r < 2 * ROUNDS; r += 4) {
        feistel_round(left, right, round_keys->k + r);
        feistel_round(right, left, round_keys->k + r + 2);
    }
    for (unsigned i = 0; i < 8; i++) {
        block[first(i)] = right[i];
        block[first(i) ^ 8] = in_order_of_left(left[i]);
    }
    bytes_to_rows(rows, block);
    for (unsigned i = 0; i < ROWS; i++) /* FT */
        rows[i] = swap_words(times(rows[i], keys->factor + 4)) ^ added(keys->added + 2);
}

TARGET static ALWAYS_INLINE void encrypt_rows(const void *context, vec rows[ROWS]) {
    const wide_context *c = context;
    crypt_with(&c->portable.encryption, &c->encryption, rows);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void decrypt_rows(const void *context, vec rows[ROWS]) {
    const wide_context *c = context;
    crypt_with(&c->portable.decryption, &c->decryption, rows);
}

/* ---- Blocks ---- */

#include "row_batches.h"

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, encrypt_batch,
               fifteen_e2_portable.encrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, decrypt_batch,
               fifteen_e2_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine THIS = {
    .cipher = "e2",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(wide_context),
    .context_align = _Alignof(wide_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
