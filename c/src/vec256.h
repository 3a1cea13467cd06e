/* SPDX-License-Identifier: Apache-2.0
 * Registers of two blocks of 16 bytes. Who includes this has set TARGET. */
#ifndef FIFTEEN_VEC256_H
#define FIFTEEN_VEC256_H

#include "wide.h"

typedef uint64_t u64x2 __attribute__((vector_size(16)));
typedef uint32_t words32 __attribute__((vector_size(32)));
typedef uint64_t vec __attribute__((vector_size(32)));

#define VEC_BITS 256

enum { LANES = 2 };

TARGET static ALWAYS_INLINE vec load(const uint8_t *p) {
    return (vec)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

TARGET static ALWAYS_INLINE void store(uint8_t *p, vec x) {
    _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)x);
}

#define NUMBERS ((vec){0, 1, 2, 3}) /* of its words */

/* The four bytes at a place of the first lane, everywhere. */
#define BYTES_AT(place, x)                                                                         \
    (vec) _mm256_broadcastd_epi32(_mm_srli_si128(_mm256_castsi256_si128((__m256i)(x)), place))

TARGET static ALWAYS_INLINE vec each_lane(u64x2 x) {
    return (vec)_mm256_broadcastsi128_si256((__m128i)x);
}

/* In each lane: bytes of x at the places that `sources` has; 0 where its highest bit is set. */
TARGET static ALWAYS_INLINE vec bytes_from(vec x, vec sources) {
    return (vec)_mm256_shuffle_epi8((__m256i)x, (__m256i)sources);
}

/* Each lane, its bytes two places up. */
TARGET static ALWAYS_INLINE vec two_up(vec x) { return (vec)_mm256_slli_si256((__m256i)x, 2); }

/* Shifts of each word by its own amount, of which 64 leaves nothing. */
TARGET static ALWAYS_INLINE vec left_each(vec x, vec n) {
    return (vec)_mm256_sllv_epi64((__m256i)x, (__m256i)n);
}

TARGET static ALWAYS_INLINE vec right_each(vec x, vec n) {
    return (vec)_mm256_srlv_epi64((__m256i)x, (__m256i)n);
}

/* In each lane: both words the other way round; the lower words of a and b, or the upper ones. */
TARGET static ALWAYS_INLINE vec exchange_words(vec x) {
    return (vec)_mm256_shuffle_epi32((__m256i)x, 0x4e);
}

TARGET static ALWAYS_INLINE vec lower_words(vec a, vec b) {
    return (vec)_mm256_unpacklo_epi64((__m256i)a, (__m256i)b);
}

TARGET static ALWAYS_INLINE vec upper_words(vec a, vec b) {
    return (vec)_mm256_unpackhi_epi64((__m256i)a, (__m256i)b);
}

#include "vec.h"

#endif
