/* SPDX-License-Identifier: Apache-2.0
 * SAFER+ with AVX-512, 64 blocks at once (saferplus_bytes.h): half a table is two
 * registers, and a look-up one shuffle.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET WIDE("avx512f,avx512bw,avx512vbmi,vpclmulqdq")

#include "bytes512.h"

#define THIS fifteen_saferplus_avx512
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vbmi vpclmulqdq avx2"

#define PAYS {5, 5, 6}

TARGET static ALWAYS_INLINE byte complement_if_high(byte x, byte y) {
    const __mmask64 high = _mm512_movepi8_mask((__m512i)x);
    return (byte)_mm512_mask_sub_epi8((__m512i)y, high, _mm512_set1_epi8(-1), (__m512i)y);
}

/* Under a mask of all bytes, so that gcc doesn't see it: of b - (a - b) it would make 2 b - a, an
 * operation more. */
TARGET static ALWAYS_INLINE byte difference(byte a, byte b) {
    return (byte)_mm512_mask_sub_epi8((__m512i)a, UINT64_MAX, (__m512i)a, (__m512i)b);
}

#include "saferplus_bytes.h"

#endif
