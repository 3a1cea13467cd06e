/* SPDX-License-Identifier: Apache-2.0
 * Rijndael's blocks of 128 bits, sixteen at once, for processors without AES-NI.
 *
 * A register holds one bit of each byte of 16 blocks: x[i] bit i, a byte of a
 * register that of eight blocks. So SubBytes is logic, and what moves bytes in a
 * block, ShiftRows and a part of MixColumns, are shuffles (Emilia Kaesper and
 * Peter Schwabe, 2009: "Faster and Timing-Attack Resistant AES-GCM"). An inverse
 * in GF(2^8) is some products in fields below it (David Canright, 2005: "A Very
 * Compact S-Box for AES").
 * Constant-time, the key schedule too.
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"
#include "rijndael_columns.h"

typedef u8x32 bits;

#include "rijndael_bitsliced_tables.h" /* written by tables.py: ways into the tower of fields */

/* ---- Context ---- */

enum { MAX_ROUNDS = 14 };

/* Round keys, bit by bit of their bytes, each as a byte of zeros or ones. All but the first bring
 * the constant of SubBytes, too, as it passes ShiftRows and MixColumns unchanged. */
typedef struct {
    unsigned rounds;
    uint8_t k[MAX_ROUNDS + 1][8][16];
} bitsliced_context;

/* ---- Key schedule ---- */

AVX2 static uint32_t sub_word_by_shuffles(uint32_t x) {
    return ((u32x8)look_up_256(S, (u8x32)((u32x8){0} + x)))[0];
}

AVX2 static void spread(uint8_t k[8][16], const uint32_t words[4], uint8_t constant) {
    const u8x32 bytes = load_table((const uint8_t *)words) ^ constant;
    for (unsigned i = 0; i < 8; i++) {
        const u8x32 bit = (u8x32){0} + (uint8_t)(1 << i);
        _mm_storeu_si128((__m128i *)(void *)k[i],
                         _mm256_castsi256_si128((__m256i)((bytes & bit) == bit)));
    }
}

AVX2 static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    bitsliced_context *c = context;
    uint32_t w[4 * (MAX_ROUNDS + 1)];
    int error = check_key(key_bits, 128, 256, 32, directions);
    if (error != FIFTEEN_OK) return error;
    c->rounds = key_bits / 32 + 6;
    expand_key(w, 4 * (c->rounds + 1), key, key_bits / 32, sub_word_by_shuffles);
    for (unsigned r = 0; r <= c->rounds; r++) spread(c->k[r], w + 4 * r, r == 0 ? 0 : 0x63);
    wipe_bytes(w, sizeof w);
    return FIFTEEN_OK;
}

/* ---- The tower of fields ---- */

/* Each has u and v for a basis, conjugates whose sum is 1; of the lowest v is u squared. */
typedef struct {
    bits u, v;
} gf4;

typedef struct {
    gf4 u, v;
} gf16;

AVX2 static ALWAYS_INLINE gf4 sum4(gf4 a, gf4 b) { return (gf4){a.u ^ b.u, a.v ^ b.v}; }

/* u times v is 1, too. */
AVX2 static ALWAYS_INLINE gf4 product4(gf4 a, gf4 b) {
    const bits both = (a.u ^ a.v) & (b.u ^ b.v);
    return (gf4){(a.u & b.u) ^ both, (a.v & b.v) ^ both};
}

AVX2 static ALWAYS_INLINE gf4 square4(gf4 a) { return (gf4){a.v, a.u}; }

AVX2 static ALWAYS_INLINE gf4 times_u(gf4 a) { return (gf4){a.v, a.u ^ a.v}; }

/* u times v is the lower field's u. */
AVX2 static ALWAYS_INLINE gf16 product16(gf16 a, gf16 b) {
    const gf4 both = times_u(product4(sum4(a.u, a.v), sum4(b.u, b.v)));
    return (gf16){sum4(product4(a.u, b.u), both), sum4(product4(a.v, b.v), both)};
}

/* The conjugate over their product, which is in the lower field. There the square is the inverse.
 */
AVX2 static ALWAYS_INLINE gf16 inverse16(gf16 a) {
    const gf4 norm = sum4(product4(a.u, a.v), times_u(square4(sum4(a.u, a.v))));
    return (gf16){product4(a.v, square4(norm)), product4(a.u, square4(norm))};
}

AVX2 static ALWAYS_INLINE gf16 from_bits(const bits x[4]) {
    return (gf16){{x[0], x[1]}, {x[2], x[3]}};
}

AVX2 static ALWAYS_INLINE void to_bits(bits x[4], gf16 a) {
    x[0] = a.u.u, x[1] = a.u.v, x[2] = a.v.u, x[3] = a.v.v;
}

/* Likewise in GF(2^8): x are the bits of u and of v, of which inverses come. */
AVX2 static ALWAYS_INLINE void invert(bits x[8]) {
    const gf16 u = from_bits(x), v = from_bits(x + 4);
    bits sum[4], square[4], norm[4];
    for (unsigned i = 0; i < 4; i++) sum[i] = x[i] ^ x[4 + i];
    scaled_square(square, sum);
    to_bits(norm, product16(u, v));
    for (unsigned i = 0; i < 4; i++) norm[i] ^= square[i];
    const gf16 inverse = inverse16(from_bits(norm));
    to_bits(x, product16(v, inverse));
    to_bits(x + 4, product16(u, inverse));
}

/* ---- Rounds ---- */

AVX2 static ALWAYS_INLINE void add_key(bits x[8], const uint8_t k[8][16]) {
    for (unsigned i = 0; i < 8; i++) x[i] ^= load_table(k[i]);
}

AVX2 static ALWAYS_INLINE void sub_bytes(bits x[8]) {
    bits y[8];
    to_tower(y, x);
    invert(y);
    from_tower(x, y);
}

AVX2 static ALWAYS_INLINE void inverse_sub_bytes(bits x[8]) {
    bits y[8];
    inverse_to_tower(y, x);
    invert(y);
    inverse_from_tower(x, y);
}

/* The byte in row i and column j of a block is the one numbered 4 j + i. */
AVX2 static ALWAYS_INLINE void move_bytes(bits y[8], const bits x[8], const uint8_t from[16]) {
    for (unsigned i = 0; i < 8; i++) y[i] = shuffle(x[i], load_table(from));
}

AVX2 static ALWAYS_INLINE void shift_rows(bits x[8]) {
    static const uint8_t from[16] = {0, 5, 10, 15, 4, 9, 14, 3, 8, 13, 2, 7, 12, 1, 6, 11};
    move_bytes(x, x, from);
}

AVX2 static ALWAYS_INLINE void inverse_shift_rows(bits x[8]) {
    static const uint8_t from[16] = {0, 13, 10, 7, 4, 1, 14, 11, 8, 5, 2, 15, 12, 9, 6, 3};
    move_bytes(x, x, from);
}

AVX2 static ALWAYS_INLINE void one_row_on(bits y[8], const bits x[8]) {
    static const uint8_t from[16] = {1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12};
    move_bytes(y, x, from);
}

AVX2 static ALWAYS_INLINE void two_rows_on(bits y[8], const bits x[8]) {
    static const uint8_t from[16] = {2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13};
    move_bytes(y, x, from);
}

AVX2 static ALWAYS_INLINE void add(bits x[8], const bits y[8]) {
    for (unsigned i = 0; i < 8; i++) x[i] ^= y[i];
}

AVX2 static ALWAYS_INLINE void twice(bits x[8]) {
    const bits high = x[7];
    for (unsigned i = 7; i > 0; i--) x[i] = x[i - 1];
    x[0] = high;
    x[1] ^= high, x[3] ^= high, x[4] ^= high;
}

/* 2 a + 3 b + c + d, of a column from each row on, is 2 (a + b) + b + (c + d). */
AVX2 static ALWAYS_INLINE void mix_columns(bits x[8]) {
    bits next[8], sum[8], further[8];
    one_row_on(next, x);
    for (unsigned i = 0; i < 8; i++) sum[i] = x[i] ^ next[i];
    two_rows_on(further, sum);
    twice(sum);
    for (unsigned i = 0; i < 8; i++) x[i] = sum[i] ^ next[i] ^ further[i];
}

/* MixColumns of 5 a + 4 c, which is a + 4 (a + c). */
AVX2 static ALWAYS_INLINE void inverse_mix_columns(bits x[8]) {
    bits sum[8];
    two_rows_on(sum, x);
    add(sum, x);
    twice(sum);
    twice(sum);
    add(x, sum);
    mix_columns(x);
}

/* ---- Encryption ---- */

enum { BATCH = 16 };

/* In each byte, the bits of a under ~low change places with those of b under low. */
AVX2 static ALWAYS_INLINE void exchange_bits(u8x32 *a, u8x32 *b, unsigned shift, uint8_t low) {
    const u32x8 moved = ((u32x8)*a >> shift ^ (u32x8)*b) & (u32x8)((u8x32){0} + low);
    *b = (u8x32)((u32x8)*b ^ moved);
    *a = (u8x32)((u32x8)*a ^ moved << shift);
}

/* Bit i of x[j] becomes bit j of x[i], in each byte. Not one loop for all three: gcc would keep
 * what shifts and masks are in memory. */
AVX2 static ALWAYS_INLINE void transpose_8x8_bits(u8x32 x[8]) {
    for (unsigned i = 0; i < 4; i++) exchange_bits(&x[i], &x[i + 4], 4, 0x0f);
    for (unsigned i = 0; i < 8; i += i % 2 ? 3 : 1) exchange_bits(&x[i], &x[i + 2], 2, 0x33);
    for (unsigned i = 0; i < 8; i += 2) exchange_bits(&x[i], &x[i + 1], 1, 0x55);
}

AVX2 static ALWAYS_INLINE void slice(bits x[8], const uint8_t *in) {
    for (unsigned i = 0; i < 8; i++) x[i] = (bits)load_u32x8(in + 32 * i);
    transpose_8x8_bits(x);
}

AVX2 static ALWAYS_INLINE void unslice(uint8_t *out, bits x[8]) {
    transpose_8x8_bits(x);
    for (unsigned i = 0; i < 8; i++) store_u32x8(out + 32 * i, (u32x8)x[i]);
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const bitsliced_context *c = context;
    bits x[8];
    slice(x, in);
    add_key(x, c->k[0]);
    for (unsigned r = 1; r <= c->rounds; r++) {
        sub_bytes(x);
        shift_rows(x);
        if (r < c->rounds) mix_columns(x);
        add_key(x, c->k[r]);
    }
    unslice(out, x);
}

/* The last batch is always filled up: nobody else's time is constant. */
static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, 1, encrypt_batch, NULL);
}

/* ---- Decryption ---- */

AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const bitsliced_context *c = context;
    bits x[8];
    slice(x, in);
    for (unsigned r = c->rounds; r > 0; r--) {
        add_key(x, c->k[r]);
        if (r < c->rounds) inverse_mix_columns(x);
        inverse_shift_rows(x);
        inverse_sub_bytes(x);
    }
    add_key(x, c->k[0]);
    unslice(out, x);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, 1, decrypt_batch, NULL);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(bitsliced_context)); }

const fifteen_engine fifteen_rijndael_bitsliced = {
    .cipher = "rijndael",
    .name = "bitsliced",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {128, 256, 32},
    .batch = BATCH,
    /* Tables are faster at 17 to some 22 blocks, two batches: not constant-time. */
    .pays_from = ANYWHERE(10),
    .context_bytes = sizeof(bitsliced_context),
    .context_align = _Alignof(bitsliced_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
