/* SPDX-License-Identifier: Apache-2.0
 * For engines that work on many blocks at once in the lanes of 512-bit registers: what wide.h is
 * for those of 256. */
#ifndef FIFTEEN_WIDE512_H
#define FIFTEEN_WIDE512_H

#include "x86.h"

#if FIFTEEN_AVX512

#include "wide.h"

#define AVX512 WIDE("avx512f")
#define AVX512BW WIDE("avx512f,avx512bw")              /* words of bytes, too */
#define AVX512VL WIDE("avx512f,avx512bw,avx512vl")     /* of 256 bits */
#define AVX512VBMI WIDE("avx512f,avx512bw,avx512vbmi") /* shuffles of 128 bytes */

typedef uint8_t u8x64 __attribute__((vector_size(64)));
typedef uint32_t u32x16 __attribute__((vector_size(64)));

/* Rows become columns: of the 4 by 4 words in each quarter. */
AVX512 static ALWAYS_INLINE void transpose_4x4_512(u32x16 x[4]) {
    const __m512i low01 = _mm512_unpacklo_epi32((__m512i)x[0], (__m512i)x[1]);
    const __m512i low23 = _mm512_unpacklo_epi32((__m512i)x[2], (__m512i)x[3]);
    const __m512i high01 = _mm512_unpackhi_epi32((__m512i)x[0], (__m512i)x[1]);
    const __m512i high23 = _mm512_unpackhi_epi32((__m512i)x[2], (__m512i)x[3]);
    x[0] = (u32x16)_mm512_unpacklo_epi64(low01, low23);
    x[1] = (u32x16)_mm512_unpackhi_epi64(low01, low23);
    x[2] = (u32x16)_mm512_unpacklo_epi64(high01, high23);
    x[3] = (u32x16)_mm512_unpackhi_epi64(high01, high23);
}

#endif

#endif
