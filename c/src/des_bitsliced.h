/* SPDX-License-Identifier: Apache-2.0
 * DES on as many blocks at once as a register has bits, for the engines of the
 * ciphers that are made of it. Who includes this has chosen the registers:
 * bits256.h or bits512.h.
 *
 * A register holds one bit of every block ("bitslicing"; Eli Biham, 1997): IP, E
 * and P cost nothing, as they only say which register is meant, and an S-box is
 * a circuit of some fifty gates. To and from that shape the
 * blocks go as 64 by 64 matrices of bits that are transposed.
 *
 * The circuits give S(x) + S(0), which needs no complement anywhere. So a half is
 * off by f(0) after an odd number of additions to it: the keys of the rounds that
 * then read it make up for that, and eight additions to each half leave nothing.
 */
#ifndef FIFTEEN_DES_BITSLICED_H
#define FIFTEEN_DES_BITSLICED_H

#include "des.h"

enum { BLOCK_BITS = 64, ROUND_KEY_BITS = 48 };

/* ---- Tables (FIPS 46-3, appendix 1) ---- */

#include "des_bitsliced_tables.h" /* written by tables.py */

/* ---- Transposition ---- */

/* To and from blocks that lie one behind the other, or in x itself. IP leaves a block's left half
 * in the even places and the right one in the odd places. Interlaced four times, the register says
 * which byte of its block a byte is; after three more all are back. */
TARGET static void slice(bits x[BLOCK_BITS], const uint8_t *in) {
    bits bytes[8][8], y[8];
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = load_bits(in + REGISTER * (8 * i + j));
        for (unsigned j = 0; j < 4; j++) interlace(y, 8);
        for (unsigned j = 0; j < 8; j++) bytes[j][i] = y[j];
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = bytes[i][j];
        transpose_8x8_bits(y);
        for (unsigned j = 0; j < 8; j++) x[8 * i + j] = y[j];
    }
}

/* The halves are the other way round if `exchanged` is 1, not 0. */
TARGET static void unslice(uint8_t *out, const bits x[BLOCK_BITS], unsigned exchanged) {
    bits bytes[8][8], y[8];
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = x[8 * i + (j ^ exchanged)];
        transpose_8x8_bits(y);
        for (unsigned j = 0; j < 8; j++) bytes[j][i] = y[j];
    }
    for (unsigned i = 0; i < 8; i++) {
        for (unsigned j = 0; j < 8; j++) y[j] = bytes[i][j];
        for (unsigned j = 0; j < 3; j++) interlace(y, 8);
        for (unsigned j = 0; j < 8; j++) store_bits(out + REGISTER * (8 * i + j), y[j]);
    }
}

/* ---- Key schedule ---- */

/* Round keys with a word of ones or zeros for each bit: of 16 or 48 rounds. */
TARGET static void spread(uint32_t masks[][ROUND_KEY_BITS], const uint64_t *k, unsigned rounds) {
    /* What moves each of a word's four times six bits to where the sign is. */
    static const u32x8 lefts[3] = {{2, 3, 4, 5, 6, 7, 10, 11},
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

/* ---- Rounds ---- */

typedef void circuit(bits y[4], const bits x[6]);

/* Where bit n of a half lies, 0 the first of the standard. */
static ALWAYS_INLINE unsigned place(unsigned n) { return 62 - 8 * (n % 8) - 2 * (n / 8); }

/* S-box n, on the six bits of E around its four, to where P sends its output: added to those bits
 * of `half`, which gives those of `sum`, maybe in the same place. */
TARGET static ALWAYS_INLINE void add_sbox(unsigned n, circuit *s, bits *sum, const bits *half,
                                          const bits *from, const uint32_t *mask) {
    bits x[6], y[4];
    for (unsigned i = 0; i < 6; i++) x[i] = from[place((4 * n + i + 31) % 32)] ^ mask[6 * n + i];
    s(y, x);
    for (unsigned i = 0; i < 4; i++) {
        const unsigned to = place(P_INVERSE[4 * n + i]);
        sum[to] = half[to] ^ y[i];
    }
}

TARGET static void add_f(bits *sum, const bits *half, const bits *from, const uint32_t *mask) {
    add_sbox(0, s1, sum, half, from, mask);
    add_sbox(1, s2, sum, half, from, mask);
    add_sbox(2, s3, sum, half, from, mask);
    add_sbox(3, s4, sum, half, from, mask);
    add_sbox(4, s5, sum, half, from, mask);
    add_sbox(5, s6, sum, half, from, mask);
    add_sbox(6, s7, sum, half, from, mask);
    add_sbox(7, s8, sum, half, from, mask);
}

/* Sixteen rounds from one place to another, or in place, without the last exchange of halves: the
 * first adds to the half that begins at `odd`, 0 for the left one or 1. The masks are those of the
 * first round to do, the next `step` further. */
TARGET static void rounds_of(bits x[BLOCK_BITS], const bits from[BLOCK_BITS], unsigned odd,
                             const uint32_t (*masks)[ROUND_KEY_BITS], int step) {
    bits *first = x + odd, *second = x + (odd ^ 1);
    const bits *from_first = from + odd, *from_second = from + (odd ^ 1);
    for (int i = 0; i < DES_ROUNDS; i += 2) {
        add_f(first, from_first, from_second, masks[step * i]);
        add_f(second, from_second, first, masks[step * (i + 1)]);
        from_first = first, from_second = second;
    }
}

#endif
