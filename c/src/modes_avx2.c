/* SPDX-License-Identifier: Apache-2.0
 * The tools of modes with AVX2. */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (modes_wide.h) ---- */

#define TARGET AVX2

#include "vec256.h"

#define NUMBERS ((vec){0, 1, 2, 3})
#define BYTES_AT(place, x)                                                                         \
    (vec) _mm256_broadcastd_epi32(_mm_srli_si128(_mm256_castsi256_si128((__m256i)(x)), place))

AVX2 static ALWAYS_INLINE vec two_up(vec x) { return (vec)_mm256_slli_si256((__m256i)x, 2); }

AVX2 static ALWAYS_INLINE vec left_each(vec x, vec n) {
    return (vec)_mm256_sllv_epi64((__m256i)x, (__m256i)n);
}

AVX2 static ALWAYS_INLINE vec right_each(vec x, vec n) {
    return (vec)_mm256_srlv_epi64((__m256i)x, (__m256i)n);
}

#include "modes_wide.h"

const mode_tools fifteen_modes_avx2 = {xor_wide, write_counters_wide, prepare_wide, whiten_wide};

#endif
