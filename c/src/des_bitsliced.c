/* SPDX-License-Identifier: Apache-2.0
 * DES and Triple-DES, 256 blocks at once.
 *
 * A register holds one bit of every block ("bitslicing"; Eli Biham, 1997): IP, E
 * and P cost nothing, as they only say which register is meant, and an S-box is
 * a circuit of some fifty gates. To and from that shape the
 * blocks go as 64 by 64 matrices of bits that are transposed.
 *
 * The circuits give S(x) + S(0), which needs no complement anywhere. So a half is
 * off by f(0) after an odd number of additions to it: the keys of the rounds that
 * then read it make up for that, and eight additions to each half leave nothing.
 * Constant-time, but for the up to 29 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "des_bitsliced.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_des_portable, fifteen_3des_portable;

/* ---- Tables (FIPS 46-3, appendix 1) ---- */

#include "des_bitsliced_tables.h" /* written by tables.py */

/* ---- Context ---- */

typedef struct {
    des_context portable;
    uint32_t masks[DES_ROUNDS][ROUND_KEY_BITS];
} sliced_context;

typedef struct {
    triple_context portable;
    uint32_t masks[TRIPLE_ROUNDS][ROUND_KEY_BITS];
} sliced_triple_context;

/* ---- Transposition ---- */

/* Interlaces the bytes of x[0] and x[4], of x[1] and x[5], and so on, in each half of the
 * registers. That rotates the address of a byte, three bits for the register and four for the place
 * in it: four times, and the register says which byte of its block it is; three more, and all are
 * back. */
AVX2 static ALWAYS_INLINE void interlace(u8x32 x[8]) {
    u8x32 y[8];
    for (unsigned i = 0; i < 4; i++) {
        y[2 * i] = (u8x32)_mm256_unpacklo_epi8((__m256i)x[i], (__m256i)x[i + 4]);
        y[2 * i + 1] = (u8x32)_mm256_unpackhi_epi8((__m256i)x[i], (__m256i)x[i + 4]);
    }
    for (unsigned i = 0; i < 8; i++) x[i] = y[i];
}

AVX2 void fifteen_des_slice(bits x[BLOCK_BITS], const uint8_t *in) {
    u8x32 bytes[8][8], y[8];
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = (u8x32)load_u32x8(in + 256 * i + 32 * j);
        for (unsigned j = 0; j < 4; j++) interlace(y);
        for (unsigned j = 0; j < 8; j++) bytes[j][i] = y[j];
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = bytes[i][j];
        transpose_8x8_bits(y);
        for (unsigned j = 0; j < 8; j++) x[8 * i + j] = (bits)y[j];
    }
}

AVX2 void fifteen_des_unslice(uint8_t *out, const bits x[BLOCK_BITS], unsigned exchanged) {
    u8x32 bytes[8][8], y[8];
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = (u8x32)x[8 * i + (j ^ exchanged)];
        transpose_8x8_bits(y);
        for (unsigned j = 0; j < 8; j++) bytes[j][i] = y[j];
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = bytes[i][j];
        for (unsigned j = 0; j < 3; j++) interlace(y);
        for (unsigned j = 0; j < 8; j++) store_u32x8(out + 256 * i + 32 * j, (u32x8)y[j]);
    }
}

/* ---- Key schedule ---- */

AVX2 void fifteen_des_spread(uint32_t masks[][ROUND_KEY_BITS], const uint64_t *k, unsigned rounds) {
    /* What moves each of a word's four times six bits to where the sign is. */
    static const bits lefts[3] = {{2, 3, 4, 5, 6, 7, 10, 11},
                                  {12, 13, 14, 15, 18, 19, 20, 21},
                                  {22, 23, 26, 27, 28, 29, 30, 31}};
    for (unsigned i = 0; i < rounds; i++) {
        /* Of every four rounds the second and the third find their half off by f(0). */
        const uint64_t x = (i + 1) % 4 / 2 ? k[i] ^ F_OF_0[0] : k[i];
        for (unsigned n = 0; n < 6; n++) {
            const __m256i word = _mm256_set1_epi32((int)(x >> (n < 3 ? 32 : 0)));
            const __m256i signs = _mm256_sllv_epi32(word, (__m256i)lefts[n % 3]);
            store_u32x8((uint8_t *)&masks[i][8 * n], (u32x8)_mm256_srai_epi32(signs, 31));
        }
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    sliced_context *c = context;
    int error = fifteen_des_portable.set_key(&c->portable, key, key_bits, directions);
    if (error == FIFTEEN_OK) fifteen_des_spread(c->masks, c->portable.k, DES_ROUNDS);
    return error;
}

static int set_key_triple(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    sliced_triple_context *c = context;
    int error = fifteen_3des_portable.set_key(&c->portable, key, key_bits, directions);
    if (error == FIFTEEN_OK) fifteen_des_spread(c->masks, c->portable.k, TRIPLE_ROUNDS);
    return error;
}

/* ---- Encryption ---- */

typedef void circuit(bits y[4], const bits x[6]);

/* Where bit n of a half lies, 0 the first of the standard. */
static ALWAYS_INLINE unsigned place(unsigned n) { return 62 - 8 * (n % 8) - 2 * (n / 8); }

/* S-box n, on the six bits of E around its four, to where P sends its output. */
AVX2 static ALWAYS_INLINE void add_sbox(unsigned n, circuit *s, bits *to, const bits *from,
                                        const uint32_t *mask) {
    bits x[6], y[4];
    for (unsigned i = 0; i < 6; i++) x[i] = from[place((4 * n + i + 31) % 32)] ^ mask[6 * n + i];
    s(y, x);
    for (unsigned i = 0; i < 4; i++) to[place(P_INVERSE[4 * n + i])] ^= y[i];
}

AVX2 static void add_f(bits *to, const bits *from, const uint32_t *mask) {
    add_sbox(0, s1, to, from, mask);
    add_sbox(1, s2, to, from, mask);
    add_sbox(2, s3, to, from, mask);
    add_sbox(3, s4, to, from, mask);
    add_sbox(4, s5, to, from, mask);
    add_sbox(5, s6, to, from, mask);
    add_sbox(6, s7, to, from, mask);
    add_sbox(7, s8, to, from, mask);
}

AVX2 void fifteen_des_rounds(bits *left, bits *right, const uint32_t (*masks)[ROUND_KEY_BITS],
                             int step) {
    for (int i = 0; i < DES_ROUNDS; i += 2) {
        add_f(left, right, masks[step * i]);
        add_f(right, left, masks[step * (i + 1)]);
    }
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_context *c = context;
    bits x[BLOCK_BITS];
    fifteen_des_slice(x, in);
    fifteen_des_rounds(x, x + 1, c->masks, 1);
    fifteen_des_unslice(out, x, 1);
}

AVX2 static void encrypt_batch_triple(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_triple_context *c = context;
    bits x[BLOCK_BITS];
    fifteen_des_slice(x, in);
    fifteen_des_rounds(x, x + 1, c->masks, 1);
    fifteen_des_rounds(x + 1, x, c->masks + DES_ROUNDS, 1);
    fifteen_des_rounds(x, x + 1, c->masks + 2 * DES_ROUNDS, 1);
    fifteen_des_unslice(out, x, 1);
}

enum { PAYS = 30 };

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, encrypt_batch,
               fifteen_des_portable.encrypt);
}

static void encrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, encrypt_batch_triple,
               fifteen_3des_portable.encrypt);
}

/* ---- Decryption ---- */

AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_context *c = context;
    bits x[BLOCK_BITS];
    fifteen_des_slice(x, in);
    fifteen_des_rounds(x, x + 1, c->masks + DES_ROUNDS - 1, -1);
    fifteen_des_unslice(out, x, 1);
}

AVX2 static void decrypt_batch_triple(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_triple_context *c = context;
    bits x[BLOCK_BITS];
    fifteen_des_slice(x, in);
    fifteen_des_rounds(x, x + 1, c->masks + TRIPLE_ROUNDS - 1, -1);
    fifteen_des_rounds(x + 1, x, c->masks + 2 * DES_ROUNDS - 1, -1);
    fifteen_des_rounds(x, x + 1, c->masks + DES_ROUNDS - 1, -1);
    fifteen_des_unslice(out, x, 1);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, decrypt_batch,
               fifteen_des_portable.decrypt);
}

static void decrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, decrypt_batch_triple,
               fifteen_3des_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(sliced_context)); }

static void wipe_triple(void *context) { wipe_bytes(context, sizeof(sliced_triple_context)); }

const fifteen_engine fifteen_des_bitsliced = {
    .cipher = "des",
    .name = "bitsliced",
    .needs = "avx2",
    .block_bytes = 8,
    .key_bits = {64, 64, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = PAYS,
    .context_bytes = sizeof(sliced_context),
    .context_align = _Alignof(sliced_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

const fifteen_engine fifteen_3des_bitsliced = {
    .cipher = "3des",
    .name = "bitsliced",
    .needs = "avx2",
    .block_bytes = 8,
    .key_bits = {128, 192, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = PAYS,
    .context_bytes = sizeof(sliced_triple_context),
    .context_align = _Alignof(sliced_triple_context),
    .set_key = set_key_triple,
    .encrypt = encrypt_triple,
    .decrypt = decrypt_triple,
    .wipe = wipe_triple,
};

#endif
