/* SPDX-License-Identifier: Apache-2.0
 * The rounds of Serpent, for words of any width.
 *
 * Who includes this says what a `word` is, 32 bits or a vector of such, how to
 * rotate it `left`, and in TARGET for which processor all is compiled. A vector
 * is that many blocks; of these, and of whole sets of four words, as many as one
 * likes are worked on side by side.
 *
 * In bitslice mode: bit i of the four words is the i-th input of the 32 equal
 * S-boxes of a round, so an S-box is a boolean function of words, and the
 * permutations IP and FP vanish. Constant-time.
 */
#ifndef FIFTEEN_SERPENT_ROUNDS_H
#define FIFTEEN_SERPENT_ROUNDS_H

#include "serpent.h"

#include "bytes.h"

/* ---- S-boxes ---- */

/* Word 0 holds the low bits. The round keys spare us every complement: a function
 * of and, or, and-not and exclusive or takes 0 to 0, so sbox1 is S-box 1 of inputs
 * that differ by what S-box 1 takes to 0 (S_ZERO), and inverse_sbox1 gives outputs
 * that differ by that. The same key is right for both.
 *
 * circuits.c found them: 13 to 15 gates a box. For each, among those that are small,
 * one was taken whose words come early where the transformation waits for them, and
 * of which few values are kept at a time, as three sets fill the registers. */
TARGET static ALWAYS_INLINE void set(word x[4], word a, word b, word c, word d) {
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

TARGET static ALWAYS_INLINE void sbox0(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a & d, t2 = c ^ d, t3 = a ^ d, t4 = b ^ t1, t5 = b & t3, t6 = c ^ t4,
               t7 = t2 ^ t5, t8 = a ^ t5, t9 = t7 | t8, t10 = t6 & t7, t11 = t4 ^ t9,
               t12 = t8 ^ t10, t13 = t7 ^ t12;
    set(x, t12, t13, t11, t6);
}

TARGET static ALWAYS_INLINE void sbox1(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ b, t2 = a & b, t3 = c ^ t2, t4 = d | t1, t5 = b ^ t4, t6 = d ^ t3,
               t7 = t3 & t5, t8 = t1 ^ t6, t9 = t3 ^ t5, t10 = t7 ^ t8, t11 = t8 & t9,
               t12 = t9 ^ t10, t13 = t3 ^ t11;
    set(x, t13, t12, t6, t10);
}

TARGET static ALWAYS_INLINE void sbox2(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = ~c & a, t2 = d ^ t1, t3 = a | d, t4 = c ^ t3, t5 = b ^ c, t6 = a ^ t5,
               t7 = ~t2 & b, t8 = t4 | t6, t9 = t2 ^ t5, t10 = t6 ^ t7, t11 = t2 ^ t8,
               t12 = t4 ^ t7, t13 = t11 ^ t12;
    set(x, t9, t13, t11, t10);
}

TARGET static ALWAYS_INLINE void sbox3(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b | d, t2 = a ^ b, t3 = ~a & t1, t4 = c ^ t1, t5 = b & c, t6 = d ^ t4,
               t7 = t3 | t5, t8 = b & t6, t9 = ~t6 & t7, t10 = t2 | t8, t11 = t2 ^ t9,
               t12 = t4 ^ t10, t13 = t11 & t12, t14 = t6 ^ t13, t15 = t7 ^ t13;
    set(x, t11, t15, t12, t14);
}

TARGET static ALWAYS_INLINE void sbox4(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ d, t2 = a & d, t3 = c ^ t2, t4 = b & t1, t5 = b ^ t1, t6 = t3 ^ t4,
               t7 = d ^ t3, t8 = t3 & t5, t9 = ~t8 & t7, t10 = t6 & t7, t11 = b ^ t9, t12 = b | t6,
               t13 = t5 ^ t12, t14 = t5 ^ t10;
    set(x, t6, t11, t14, t13);
}

TARGET static ALWAYS_INLINE void sbox5(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ d, t2 = ~a & b, t3 = a ^ t1, t4 = c ^ t2, t5 = d | t3, t6 = a ^ t4,
               t7 = t4 ^ t5, t8 = d & t4, t9 = t3 ^ t8, t10 = d ^ t6, t11 = t6 & t7, t12 = t3 ^ t11,
               t13 = t9 & t11, t14 = t10 ^ t13;
    set(x, t7, t9, t12, t14);
}

TARGET static ALWAYS_INLINE void sbox6(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ d, t2 = a | d, t3 = b ^ d, t4 = b ^ c, t5 = t2 ^ t4, t6 = t1 & t4,
               t7 = b ^ t1, t8 = t3 ^ t6, t9 = b ^ t5, t10 = t8 | t9, t11 = t7 ^ t10,
               t12 = t8 & t11, t13 = t8 ^ t11, t14 = t9 ^ t12;
    set(x, t13, t5, t11, t14);
}

TARGET static ALWAYS_INLINE void sbox7(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b & c, t2 = b ^ c, t3 = d ^ t1, t4 = a ^ c, t5 = a | t3, t6 = t3 & t4,
               t7 = c ^ t6, t8 = t2 ^ t5, t9 = t2 & t5, t10 = t3 ^ t7, t11 = t7 | t8, t12 = t3 ^ t9,
               t13 = t10 ^ t11, t14 = t4 ^ t12, t15 = t11 ^ t12;
    set(x, t15, t14, t13, t8);
}

TARGET static ALWAYS_INLINE void inverse_sbox0(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ b, t2 = a | b, t3 = c ^ t2, t4 = d | t1, t5 = a ^ t4, t6 = d ^ t3,
               t7 = t3 ^ t5, t8 = t1 ^ t6, t9 = t5 & t7, t10 = t8 ^ t9, t11 = t7 | t8,
               t12 = t5 ^ t11, t13 = t7 ^ t10;
    set(x, t10, t12, t6, t13);
}

TARGET static ALWAYS_INLINE void inverse_sbox1(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ c, t2 = b | d, t3 = b ^ d, t4 = a ^ t2, t5 = a | t3, t6 = t1 ^ t5,
               t7 = t1 ^ t4, t8 = d ^ t4, t9 = t6 | t7, t10 = t3 ^ t9, t11 = t8 ^ t9,
               t12 = ~t8 & t6, t13 = t10 ^ t12, t14 = t6 ^ t11;
    set(x, t14, t11, t13, t7);
}

TARGET static ALWAYS_INLINE void inverse_sbox2(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ c, t2 = a ^ d, t3 = d | t1, t4 = d ^ t1, t5 = c ^ t3, t6 = t2 | t5,
               t7 = t1 ^ t6, t8 = t4 | t5, t9 = t2 ^ t8, t10 = t2 & t5, t11 = t4 ^ t10,
               t12 = ~t7 & t9, t13 = t5 ^ t12;
    set(x, t9, t11, t7, t13);
}

TARGET static ALWAYS_INLINE void inverse_sbox3(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b & c, t2 = b ^ c, t3 = a ^ t1, t4 = b ^ t3, t5 = d ^ t3, t6 = d | t4,
               t7 = t4 & t5, t8 = t2 ^ t6, t9 = t3 ^ t7, t10 = t8 | t9, t11 = t6 & t8,
               t12 = t4 ^ t10, t13 = t9 ^ t11, t14 = t5 ^ t11, t15 = t12 ^ t13;
    set(x, t8, t12, t14, t15);
}

TARGET static ALWAYS_INLINE void inverse_sbox4(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = c & d, t2 = b | d, t3 = b ^ t1, t4 = a & t2, t5 = c ^ t4, t6 = t1 | t4,
               t7 = a | t3, t8 = d ^ t5, t9 = t3 ^ t5, t10 = t7 ^ t8, t11 = t9 | t10,
               t12 = ~a & t10, t13 = t6 ^ t11, t14 = t3 ^ t12;
    set(x, t10, t14, t13, t9);
}

TARGET static ALWAYS_INLINE void inverse_sbox5(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b | c, t2 = a ^ t1, t3 = d ^ t2, t4 = a & t3, t5 = b ^ t4, t6 = ~b & a,
               t7 = a | c, t8 = ~t6 & t3, t9 = c ^ t8, t10 = t5 ^ t7, t11 = t5 & t9, t12 = t6 ^ t9,
               t13 = t5 ^ t9, t14 = t2 ^ t11;
    set(x, t13, t12, t14, t10);
}

TARGET static ALWAYS_INLINE void inverse_sbox6(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = ~a & c, t2 = a ^ c, t3 = d ^ t1, t4 = d | t2, t5 = c ^ t4, t6 = b ^ t3,
               t7 = t2 ^ t6, t8 = t5 ^ t6, t9 = b & t8, t10 = t7 ^ t9, t11 = t7 | t8,
               t12 = t3 ^ t11, t13 = t8 ^ t10;
    set(x, t10, t6, t12, t13);
}

TARGET static ALWAYS_INLINE void inverse_sbox7(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ c, t2 = a & d, t3 = c | d, t4 = d ^ t1, t5 = b | t2, t6 = ~t1 & t3,
               t7 = b ^ t3, t8 = t2 ^ t3, t9 = t5 ^ t6, t10 = t7 | t8, t11 = t4 ^ t10,
               t12 = ~t2 & t11, t13 = t7 ^ t12, t14 = t9 & t13, t15 = t8 ^ t14;
    set(x, t11, t13, t9, t15);
}

/* ---- Encryption ---- */

TARGET static ALWAYS_INLINE void add_key(word x[][4], unsigned sets, const uint32_t k[4]) {
    for (unsigned s = 0; s < sets; s++) x[s][0] ^= k[0];
    for (unsigned s = 0; s < sets; s++) x[s][1] ^= k[1];
    for (unsigned s = 0; s < sets; s++) x[s][2] ^= k[2];
    for (unsigned s = 0; s < sets; s++) x[s][3] ^= k[3];
}

TARGET static ALWAYS_INLINE void transform(word x[4]) {
    const word a = left(x[0], 13), c = left(x[2], 3);
    const word b = left(x[1] ^ a ^ c, 1), d = left(x[3] ^ c ^ a << 3, 7);
    set(x, left(a ^ b ^ d, 5), b, left(c ^ d ^ b << 7, 22), d);
}

/* Steps so short that in wide registers the sets still find each other within
 * what a processor looks at; a key's word is in a register for as long as its addition. */
TARGET static ALWAYS_INLINE void encrypt_round(word x[][4], unsigned sets, const uint32_t *k,
                                               void sbox(word x[4])) {
    add_key(x, sets, k);
    for (unsigned s = 0; s < sets; s++) sbox(x[s]);
    for (unsigned s = 0; s < sets; s++) transform(x[s]);
}

TARGET static ALWAYS_INLINE void encrypt_sets(word x[][4], unsigned sets, const uint32_t *k) {
    for (unsigned r = 8;; r += 8, k += 32) {
        encrypt_round(x, sets, k, sbox0);
        encrypt_round(x, sets, k + 4, sbox1);
        encrypt_round(x, sets, k + 8, sbox2);
        encrypt_round(x, sets, k + 12, sbox3);
        encrypt_round(x, sets, k + 16, sbox4);
        encrypt_round(x, sets, k + 20, sbox5);
        encrypt_round(x, sets, k + 24, sbox6);
        if (r == ROUNDS) break;
        encrypt_round(x, sets, k + 28, sbox7);
    }
    add_key(x, sets, k + 28);
    for (unsigned s = 0; s < sets; s++) sbox7(x[s]);
    add_key(x, sets, k + 32);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void inverse_transform(word x[4]) {
    const word b = x[1], d = x[3];
    const word c = left(x[2], 10) ^ d ^ b << 7, a = left(x[0], 27) ^ b ^ d;
    set(x, left(a, 19), left(b, 31) ^ a ^ c, left(c, 29), left(d, 25) ^ c ^ a << 3);
}

TARGET static ALWAYS_INLINE void decrypt_round(word x[][4], unsigned sets, const uint32_t *k,
                                               void inverse_sbox(word x[4])) {
    for (unsigned s = 0; s < sets; s++) inverse_transform(x[s]);
    for (unsigned s = 0; s < sets; s++) inverse_sbox(x[s]);
    add_key(x, sets, k);
}

TARGET static ALWAYS_INLINE void decrypt_sets(word x[][4], unsigned sets, const uint32_t *k) {
    k += 4 * (ROUNDS - 8);
    add_key(x, sets, k + 32);
    for (unsigned s = 0; s < sets; s++) inverse_sbox7(x[s]);
    add_key(x, sets, k + 28);
    for (unsigned r = 8;; r += 8) {
        decrypt_round(x, sets, k + 24, inverse_sbox6);
        decrypt_round(x, sets, k + 20, inverse_sbox5);
        decrypt_round(x, sets, k + 16, inverse_sbox4);
        decrypt_round(x, sets, k + 12, inverse_sbox3);
        decrypt_round(x, sets, k + 8, inverse_sbox2);
        decrypt_round(x, sets, k + 4, inverse_sbox1);
        decrypt_round(x, sets, k, inverse_sbox0);
        if (r == ROUNDS) break;
        k -= 32;
        decrypt_round(x, sets, k + 28, inverse_sbox7);
    }
}

#endif
