/* SPDX-License-Identifier: Apache-2.0
 * The tools of modes with AVX-512. */
#include "wide512.h"

#if FIFTEEN_X86

/* ---- Registers (modes_wide.h) ---- */

#define TARGET AVX512BW

#include "vec512.h"

#define NUMBERS ((vec){0, 1, 2, 3, 4, 5, 6, 7})
#define BYTES_AT(place, x)                                                                         \
    (vec) _mm512_broadcastd_epi32(_mm_srli_si128(_mm512_castsi512_si128((__m512i)(x)), place))

TARGET static ALWAYS_INLINE vec two_up(vec x) { return (vec)_mm512_bslli_epi128((__m512i)x, 2); }

TARGET static ALWAYS_INLINE vec left_each(vec x, vec n) {
    return (vec)_mm512_sllv_epi64((__m512i)x, (__m512i)n);
}

TARGET static ALWAYS_INLINE vec right_each(vec x, vec n) {
    return (vec)_mm512_srlv_epi64((__m512i)x, (__m512i)n);
}

#include "modes_wide.h"

const mode_tools fifteen_modes_avx512 = {xor_wide, write_counters_wide, prepare_wide, whiten_wide};

#endif
