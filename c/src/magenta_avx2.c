/* SPDX-License-Identifier: Apache-2.0
 * MAGENTA, eight blocks at once, two in a register (magenta_blocks.h).
 *
 * f is a power in GF(2^8); it comes out of logarithms in GF(16), whose tables are
 * as small as a shuffle's.
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "magenta_tables.h" /* written by tables.py */
#include "vec256.h"

#define THIS fifteen_magenta_avx2
#define FEWER fifteen_magenta_portable
#define NAME "avx2"
#define NEEDS "avx2"

enum { SETS = 4 };
#define PAYS {5, 5, 6}

/* As signed bytes. */
AVX2 static ALWAYS_INLINE u8x32 greater(u8x32 a, u8x32 b) {
    return (u8x32)_mm256_max_epi8((__m256i)a, (__m256i)b);
}

/* f(16 h + l) = 2^(l - h) g^h, where g = 2^17. 2^(l - h) is u + 2 v, and LOGS has the logarithms
 * of u and v to g, to which h is added. Modulo 15: tables.py has chosen what stands for them so
 * that the greater, as a signed byte, of the sum and 15 less is the place in POWERS. */
AVX2 static ALWAYS_INLINE vec f(vec x) {
    const u8x32 h = high_nibbles((u8x32)x), above = low_nibbles((u8x32)x) - h, below = above ^ 0x80;
    const u8x32 u =
        h + (shuffle(load_table(LOGS[0][0]), above) | shuffle(load_table(LOGS[0][1]), below));
    const u8x32 v =
        h + (shuffle(load_table(LOGS[1][0]), above) | shuffle(load_table(LOGS[1][1]), below));
    return (vec)(shuffle(load_table(POWERS[0]), greater(u, u - 15)) ^
                 shuffle(load_table(POWERS[1]), greater(v, v - 15)));
}

#include "magenta_blocks.h"

#endif
