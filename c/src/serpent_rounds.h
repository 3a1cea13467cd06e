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
 * They come from the sequences in Dag Arne Osvik, "Speeding up Serpent" (AES3,
 * 2000), without complements and with a name for each intermediate value; sbox3
 * and sbox7 are shorter by one operation, found by searching exhaustively for the
 * least that could follow a part of a sequence. */
TARGET static ALWAYS_INLINE void set(word x[4], word a, word b, word c, word d) {
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

TARGET static ALWAYS_INLINE void sbox0(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ d, t2 = b & t1, t3 = b ^ c, t4 = a ^ t2, t5 = a & d, t6 = t3 ^ t5,
               t7 = t1 ^ t3, t8 = c ^ t1, t9 = c & t4, t10 = t7 ^ t9, t11 = t4 & t6, t12 = t4 ^ t8,
               t13 = t11 ^ t12, t14 = ~t6 & t8, t15 = t13 ^ t14, t16 = t11 ^ t14;
    set(x, t15, t16, t10, t6);
}

TARGET static ALWAYS_INLINE void sbox1(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a & b, t2 = c ^ t1, t3 = d | t1, t4 = d ^ t2, t5 = b ^ t3, t6 = a ^ t3,
               t7 = a | t5, t8 = t4 ^ t5, t9 = t2 | t6, t10 = t7 & t9, t11 = t6 ^ t8,
               t12 = t8 & t10, t13 = t11 ^ t12, t14 = t10 & t11, t15 = t7 ^ t14;
    set(x, t10, t15, t4, t13);
}

TARGET static ALWAYS_INLINE void sbox2(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = ~c & a, t2 = d ^ t1, t3 = b ^ c, t4 = t2 ^ t3, t5 = ~a & d, t6 = b ^ t5,
               t7 = a ^ t4, t8 = ~t7 & t6, t9 = t2 ^ t8, t10 = b | t2, t11 = t7 ^ t10,
               t12 = t6 ^ t9, t13 = t11 ^ t12;
    set(x, t4, t9, t13, t11);
}

TARGET static ALWAYS_INLINE void sbox3(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a & b, t2 = a | d, t3 = t1 ^ t2, t4 = b ^ d, t5 = t2 & t4, t6 = c ^ t4,
               t7 = a ^ c, t8 = t3 & t7, t9 = t6 ^ t8, t10 = t1 | t7, t11 = t5 ^ t10, t12 = t1 | t9,
               t13 = t3 ^ t7, t14 = t12 ^ t13, t15 = ~t11 & t14, t16 = t3 ^ t15;
    set(x, t16, t14, t11, t9);
}

TARGET static ALWAYS_INLINE void sbox4(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ d, t2 = c ^ d, t3 = a ^ d, t4 = t1 & t3, t5 = t2 ^ t4, t6 = a ^ b,
               t7 = t2 & t6, t8 = b ^ t7, t9 = ~b & t5, t10 = t3 ^ t9, t11 = t5 | t6,
               t12 = t9 ^ t11, t13 = t3 | t9, t14 = t8 ^ t13, t15 = ~t8 & t10, t16 = t12 ^ t15;
    set(x, t5, t16, t14, t10);
}

TARGET static ALWAYS_INLINE void sbox5(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ b, t2 = b ^ d, t3 = ~t2 & t1, t4 = c ^ d, t5 = t3 ^ t4, t6 = ~t4 & t2,
               t7 = d & t5, t8 = t1 ^ t7, t9 = b ^ t5, t10 = t6 ^ t9, t11 = t1 ^ t6, t12 = ~t7 & t1,
               t13 = t10 ^ t12, t14 = t8 | t10, t15 = t11 ^ t14;
    set(x, t5, t8, t13, t15);
}

TARGET static ALWAYS_INLINE void sbox6(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a | d, t2 = a ^ d, t3 = c ^ t1, t4 = ~c & d, t5 = b ^ t3, t6 = t2 ^ t4,
               t7 = t2 | t5, t8 = t5 ^ t6, t9 = d ^ t7, t10 = ~t7 & b, t11 = t8 ^ t10,
               t12 = t3 ^ t9, t13 = t11 ^ t12, t14 = ~t11 & t12, t15 = t3 ^ t14;
    set(x, t11, t5, t13, t15);
}

TARGET static ALWAYS_INLINE void sbox7(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ b, t2 = ~b & c, t3 = d ^ t2, t4 = b ^ t3, t5 = c ^ t3, t6 = ~t5 & a,
               t7 = ~b & d, t8 = t4 ^ t6, t9 = ~a & t4, t10 = t5 | t9, t11 = t1 ^ t10,
               t12 = t1 ^ t7, t13 = t8 & t12, t14 = t5 ^ t13, t15 = t4 ^ t12, t16 = t8 | t15,
               t17 = t5 ^ t16;
    set(x, t17, t11, t14, t8);
}

TARGET static ALWAYS_INLINE void inverse_sbox0(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a | b, t2 = c ^ t1, t3 = b & c, t4 = d ^ t2, t5 = a ^ b, t6 = t3 ^ t5,
               t7 = ~t5 & d, t8 = b ^ t7, t9 = ~t7 & t4, t10 = t6 ^ t9, t11 = d ^ t8,
               t12 = t10 ^ t11, t13 = t4 ^ t12, t14 = t10 | t13, t15 = t8 ^ t14;
    set(x, t10, t15, t4, t13);
}

TARGET static ALWAYS_INLINE void inverse_sbox1(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ d, t2 = ~b & d, t3 = b ^ c, t4 = a ^ t2, t5 = a | t1, t6 = c ^ t4,
               t7 = t3 ^ t5, t8 = t6 | t7, t9 = t1 ^ t4, t10 = t8 ^ t9, t11 = t7 ^ t10,
               t12 = ~t7 & t10, t13 = t4 ^ t12;
    set(x, t11, t10, t13, t6);
}

TARGET static ALWAYS_INLINE void inverse_sbox2(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = c ^ d, t2 = a ^ d, t3 = t1 & t2, t4 = b ^ t3, t5 = b | t1, t6 = t2 ^ t5,
               t7 = t2 & t4, t8 = t1 ^ t4, t9 = a & t7, t10 = t8 ^ t9, t11 = t6 & t8, t12 = a | t11,
               t13 = t4 ^ t12, t14 = a ^ t4, t15 = ~t14 & t6, t16 = t1 ^ t9, t17 = t15 ^ t16;
    set(x, t6, t10, t13, t17);
}

TARGET static ALWAYS_INLINE void inverse_sbox3(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ c, t2 = ~c & b, t3 = a ^ t2, t4 = a & c, t5 = c ^ d, t6 = d | t3,
               t7 = t1 ^ t6, t8 = t4 ^ t5, t9 = t1 ^ t8, t10 = t7 | t8, t11 = t3 ^ t10,
               t12 = t1 ^ t4, t13 = t7 & t9, t14 = t3 | t7, t15 = t13 ^ t14, t16 = t11 ^ t12,
               t17 = t13 ^ t16;
    set(x, t7, t11, t17, t15);
}

TARGET static ALWAYS_INLINE void inverse_sbox4(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = c & d, t2 = b ^ t1, t3 = b | d, t4 = a & t3, t5 = c ^ t2, t6 = t4 ^ t5,
               t7 = a & t2, t8 = d ^ t6, t9 = t7 ^ t8, t10 = ~a & t8, t11 = t2 ^ t10, t12 = a ^ t9,
               t13 = ~t8 & t2, t14 = t11 ^ t12, t15 = t6 ^ t13, t16 = ~t15 & t14, t17 = t9 ^ t16;
    set(x, t12, t11, t17, t6);
}

TARGET static ALWAYS_INLINE void inverse_sbox5(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = b ^ c, t2 = a | d, t3 = t1 ^ t2, t4 = ~c & b, t5 = ~t4 & a, t6 = d ^ t3,
               t7 = t5 ^ t6, t8 = ~a & t1, t9 = b ^ t8, t10 = b | t7, t11 = t3 ^ t10, t12 = t7 ^ t9,
               t13 = t3 | t12, t14 = t11 ^ t12, t15 = a ^ t13, t16 = t14 ^ t15;
    set(x, t11, t14, t16, t7);
}

TARGET static ALWAYS_INLINE void inverse_sbox6(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ c, t2 = ~a & c, t3 = c ^ d, t4 = b ^ d, t5 = t2 ^ t4, t6 = t1 | t3,
               t7 = t1 ^ t5, t8 = t4 ^ t6, t9 = b ^ t6, t10 = b & t8, t11 = t7 ^ t10, t12 = t7 ^ t8,
               t13 = t5 & t12, t14 = t10 ^ t12, t15 = t9 ^ t13;
    set(x, t11, t5, t15, t14);
}

TARGET static ALWAYS_INLINE void inverse_sbox7(word x[4]) {
    const word a = x[0], b = x[1], c = x[2], d = x[3];
    const word t1 = a ^ c, t2 = a & d, t3 = c | d, t4 = b ^ d, t5 = b | t2, t6 = t1 ^ t2,
               t7 = ~t1 & t3, t8 = t5 ^ t7, t9 = t6 ^ t7, t10 = ~t2 & t1, t11 = t3 & t4,
               t12 = t10 ^ t11, t13 = t3 ^ t8, t14 = t11 ^ t13, t15 = ~t13 & t12, t16 = t9 ^ t14,
               t17 = t9 ^ t15;
    set(x, t16, t12, t8, t17);
}

/* ---- Encryption ---- */

TARGET static ALWAYS_INLINE void add_key(word x[4], const uint32_t k[4]) {
    for (unsigned i = 0; i < 4; i++) x[i] ^= k[i];
}

TARGET static ALWAYS_INLINE void transform(word x[4]) {
    const word a = left(x[0], 13), c = left(x[2], 3);
    const word b = left(x[1] ^ a ^ c, 1), d = left(x[3] ^ c ^ a << 3, 7);
    set(x, left(a ^ b ^ d, 5), b, left(c ^ d ^ b << 7, 22), d);
}

/* Steps so short that in wide registers the sets still find each other within
 * what a processor looks at. */
TARGET static ALWAYS_INLINE void encrypt_round(word x[][4], unsigned sets, const uint32_t *k,
                                               void sbox(word x[4])) {
    for (unsigned s = 0; s < sets; s++) {
        add_key(x[s], k);
        sbox(x[s]);
    }
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
    for (unsigned s = 0; s < sets; s++) {
        add_key(x[s], k + 28);
        sbox7(x[s]);
        add_key(x[s], k + 32);
    }
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
    for (unsigned s = 0; s < sets; s++) {
        inverse_sbox(x[s]);
        add_key(x[s], k);
    }
}

TARGET static ALWAYS_INLINE void decrypt_sets(word x[][4], unsigned sets, const uint32_t *k) {
    k += 4 * (ROUNDS - 8);
    for (unsigned s = 0; s < sets; s++) {
        add_key(x[s], k + 32);
        inverse_sbox7(x[s]);
        add_key(x[s], k + 28);
    }
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
