/* SPDX-License-Identifier: Apache-2.0
 * RC6 with AVX-512: a register holds one word of sixteen blocks, and there are
 * instructions for rotations. */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (rc6_lanes.h) ---- */

#define TARGET AVX512BW

#include "lanes512.h"

#define THIS fifteen_rc6_avx512
#define FEWER fifteen_rc6_avx512vl
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vl avx2"

#define PAYS {4, 4, 5}
enum { FILLED = SET + SET / 2 + 1, FILLED_ON_INTEL = FILLED };

AVX512BW static ALWAYS_INLINE word left_by(word x, word n) {
    return (word)_mm512_rolv_epi32((__m512i)x, (__m512i)n);
}

AVX512BW static ALWAYS_INLINE word right_by(word x, word n) {
    return (word)_mm512_rorv_epi32((__m512i)x, (__m512i)n);
}

/* A rotation takes no more than the last five bits by itself. */
typedef struct {
    word value, amount;
} mixed;

AVX512BW static ALWAYS_INLINE mixed f(word x) {
    const word y = x * (x + x + 1), value = y << 5 | y >> 27;
    return (mixed){value, value};
}

#include "rc6_lanes.h"

#endif
