/* SPDX-License-Identifier: Apache-2.0
 * IDEA with AVX-512: a register holds one word of 32 blocks (idea_lanes.h). */
#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET AVX512BW

#include "lanes512.h"
#include "vec512.h"

#define THIS fifteen_idea_avx512
#define FEWER fifteen_idea_avx2
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx2"

#define PAYS {17, 49, 17}

typedef uint16_t half __attribute__((vector_size(64)));

/* A 1 that compilers do not know: of the lesser of a word and 1 clang makes a comparison, which
 * takes longer, as it goes by a mask. */
static const volatile uint16_t ONE = 1;

typedef struct {
    half k, from_one, one; /* k, 1 - k and 1 */
    __mmask32 nonzero;
} factor;

AVX512BW static ALWAYS_INLINE half all(uint16_t x) { return (half)_mm512_set1_epi16((short)x); }

AVX512BW static ALWAYS_INLINE factor factor_of(uint16_t k) {
    const __m512i x = (__m512i)all(k);
    return (factor){(half)x, 1 - (half)x, all(ONE), _mm512_test_epi16_mask(x, x)};
}

/* As in idea_avx2.c, but for how it is known that a or b is 0: from these, as a mask made of the
 * product would be waited for. */
AVX512BW static ALWAYS_INLINE half mul(half a, factor b) {
    const __m512i low = (__m512i)(a * b.k), high = _mm512_mulhi_epu16((__m512i)a, (__m512i)b.k);
    const __m512i borrow = _mm512_min_epu16(_mm512_subs_epu16(high, low), (__m512i)b.one);
    const __mmask32 nonzero = _mm512_mask_test_epi16_mask(b.nonzero, (__m512i)a, (__m512i)a);
    return (half)_mm512_mask_add_epi16((__m512i)(b.from_one - a), nonzero,
                                       _mm512_sub_epi16(low, high), borrow);
}

#include "idea_lanes.h"

#endif
