/* SPDX-License-Identifier: Apache-2.0
 * RC6 with AVX-512 and registers of 256 bits, one word of eight blocks. A few
 * blocks, and what is left of many, go this way. */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (rc6_lanes.h) ---- */

#define TARGET AVX512VL

#include "lanes256.h"

#define THIS fifteen_rc6_avx512vl
#define FEWER fifteen_rc6_portable
#define NAME "avx512vl"
#define NEEDS "avx512f avx512bw avx512vl avx2"

#define PAYS {4, 4, 5}
enum { FILLED = 4, FILLED_ON_INTEL = 5 };

AVX512VL static ALWAYS_INLINE word left_by(word x, word n) {
    return (word)_mm256_rolv_epi32((__m256i)x, (__m256i)n);
}

AVX512VL static ALWAYS_INLINE word right_by(word x, word n) {
    return (word)_mm256_rorv_epi32((__m256i)x, (__m256i)n);
}

/* A rotation takes no more than the last five bits by itself. */
typedef struct {
    word value, amount;
} mixed;

AVX512VL static ALWAYS_INLINE mixed f(word x) {
    const word y = x * (x + x + 1), value = y << 5 | y >> 27;
    return (mixed){value, value};
}

#include "rc6_lanes.h"

#endif
