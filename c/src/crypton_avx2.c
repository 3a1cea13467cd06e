/* SPDX-License-Identifier: Apache-2.0
 * CRYPTON v0.5 and v1.0 with AVX2, 32 blocks at once (crypton_bytes.h): the S-boxes by look-ups of
 * half bytes.
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"
#include "crypton.h"
#include "crypton_tables.h" /* written by tables.py */

#define THIS fifteen_crypton_v1_0_avx2 /* or v0.5's: what modes.c asks of it is the same */
#define NAME "avx2"
#define NEEDS "avx2"
#define FEWER_V0_5 fifteen_crypton_v0_5_portable
#define FEWER_V1_0 fifteen_crypton_v1_0_portable

#define PAYS_V0_5 {9, 9, 11}
#define PAYS_V1_0 {11, 11, 11}

/* S-boxes 0 and 2 are a Feistel network, 1 and 3 its inverse. */
AVX2 static ALWAYS_INLINE byte s_v0_5(unsigned box, byte x) {
    x ^= shuffle(load_table(FEISTEL[box % 2 == 0 ? 0 : 2]), low_nibbles(x));
    x ^= shuffle(load_table(FEISTEL[1]), high_nibbles(x));
    return x ^ shuffle(load_table(FEISTEL[box % 2 == 0 ? 2 : 0]), low_nibbles(x));
}

AVX2 static ALWAYS_INLINE byte rotate_right(byte x, unsigned n) {
    const uint8_t low = (uint8_t)(0xff >> n);
    return ((byte)((u32x8)x >> n) & low) | ((byte)((u32x8)x << (8 - n)) & (uint8_t)~low);
}

AVX2 static ALWAYS_INLINE byte sum_of_halves(const uint8_t table[2][16], byte x) {
    return shuffle(load_table(table[0]), low_nibbles(x)) ^
           shuffle(load_table(table[1]), high_nibbles(x));
}

/* S-boxes 0 and 1 are an involution and a rotation, 2 and 3 their inverses. */
AVX2 static ALWAYS_INLINE byte s_v1_0(unsigned box, byte x) {
    const unsigned turn = box % 2 == 0 ? 1 : 3;
    if (box >= 2) x = rotate_right(x, turn);
    return sum_of_halves(UNMIX[box < 2 ? turn : 0], sum_of_halves(MIX, x));
}

AVX2 static ALWAYS_INLINE byte s(version v, unsigned box, byte x) {
    return v == V0_5 ? s_v0_5(box, x) : s_v1_0(box, x);
}

AVX2 static ALWAYS_INLINE byte sum_with_key(byte x, byte y, uint32_t k) {
    return (byte)((u32x8)(x ^ y) ^ k);
}

AVX2 static ALWAYS_INLINE byte choose_bits(uint8_t mask, byte a, byte b) {
    return a ^ ((a ^ b) & mask);
}

#include "crypton_bytes.h"

ENGINE(fifteen_crypton_v0_5_avx2, "crypton-v0.5", V0_5)
ENGINE(fifteen_crypton_v1_0_avx2, "crypton-v1.0", V1_0)

#endif
