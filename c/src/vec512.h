/* SPDX-License-Identifier: Apache-2.0
 * Registers of four blocks of 16 bytes. Who includes this has set TARGET. */
#ifndef FIFTEEN_VEC512_H
#define FIFTEEN_VEC512_H

#include "wide.h"

typedef uint64_t u64x2 __attribute__((vector_size(16)));
typedef uint32_t words32 __attribute__((vector_size(64)));
typedef uint64_t vec __attribute__((vector_size(64)));

#define VEC_BITS 512

enum { LANES = 4 };

TARGET static ALWAYS_INLINE vec load(const uint8_t *p) { return (vec)_mm512_loadu_si512(p); }

TARGET static ALWAYS_INLINE void store(uint8_t *p, vec x) { _mm512_storeu_si512(p, (__m512i)x); }

/* As in vec256.h. */
#define NUMBERS ((vec){0, 1, 2, 3, 4, 5, 6, 7})
#define BYTES_AT(place, x)                                                                         \
    (vec) _mm512_broadcastd_epi32(_mm_srli_si128(_mm512_castsi512_si128((__m512i)(x)), place))

TARGET static ALWAYS_INLINE vec each_lane(u64x2 x) {
    return (vec)_mm512_broadcast_i32x4((__m128i)x);
}

/* In each lane: bytes of x at the places that `sources` has; 0 where its highest bit is set. */
TARGET static ALWAYS_INLINE vec bytes_from(vec x, vec sources) {
    return (vec)_mm512_shuffle_epi8((__m512i)x, (__m512i)sources);
}

TARGET static ALWAYS_INLINE vec two_up(vec x) { return (vec)_mm512_bslli_epi128((__m512i)x, 2); }

TARGET static ALWAYS_INLINE vec left_each(vec x, vec n) {
    return (vec)_mm512_sllv_epi64((__m512i)x, (__m512i)n);
}

TARGET static ALWAYS_INLINE vec right_each(vec x, vec n) {
    return (vec)_mm512_srlv_epi64((__m512i)x, (__m512i)n);
}

/* In each lane: both words the other way round; the lower words of a and b, or the upper ones. */
TARGET static ALWAYS_INLINE vec exchange_words(vec x) {
    return (vec)_mm512_shuffle_epi32((__m512i)x, 0x4e);
}

TARGET static ALWAYS_INLINE vec lower_words(vec a, vec b) {
    return (vec)_mm512_unpacklo_epi64((__m512i)a, (__m512i)b);
}

TARGET static ALWAYS_INLINE vec upper_words(vec a, vec b) {
    return (vec)_mm512_unpackhi_epi64((__m512i)a, (__m512i)b);
}

#include "vec.h"

#endif
