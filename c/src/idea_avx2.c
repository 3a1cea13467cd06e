/* SPDX-License-Identifier: Apache-2.0
 * IDEA with AVX2: a register holds one word of sixteen blocks (idea_lanes.h). */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "lanes256.h"
#include "vec256.h"

#define THIS fifteen_idea_avx2
#define FEWER fifteen_idea_portable
#define NAME "avx2"
#define NEEDS "avx2"

#define PAYS {4, 4, 4}

typedef u16x16 half;
typedef half factor;

AVX2 static ALWAYS_INLINE half all(uint16_t x) { return (half)_mm256_set1_epi16((short)x); }

AVX2 static ALWAYS_INLINE factor factor_of(uint16_t k) { return all(k); }

/* 0 stands for 2^16, which is -1. A product is its low half minus its high half, and those are
 * equal only if both are 0: as 2^16 + 1 is a prime, only if a or b is 0. Then the product is
 * 1 - a - b. */
AVX2 static ALWAYS_INLINE half mul(half a, factor b) {
    const __m256i low = (__m256i)(a * b), high = _mm256_mulhi_epu16((__m256i)a, (__m256i)b);
    const half product = (half)low - (half)high;
    const half borrow = (half)_mm256_cmpeq_epi16(_mm256_max_epu16(low, high), high);
    const half zero = (half)_mm256_cmpeq_epi16((__m256i)product, _mm256_setzero_si256());
    return product - borrow - (zero & (a + b)); /* masks are 0 or -1 */
}

#include "idea_lanes.h"

#endif
