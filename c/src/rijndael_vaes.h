/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with VAES and registers of two blocks: what rijndael_vaes.c and
 * rijndael_vaesvl.c share. Who includes this has set TARGET.
 */
#ifndef FIFTEEN_RIJNDAEL_VAES_H
#define FIFTEEN_RIJNDAEL_VAES_H

#include "vec256.h"

#define FIRST ((vec){0, 0, 1, 0})
#define TOP_BYTES each_lane((u64x2){0x0f0e0f0e0f0e0f0e, 0x0e0d0e0d0e0d0e0d})
#define POWERS each_lane((u64x2){0x0040001000040001, 0x0040001000040001})

TARGET static ALWAYS_INLINE vec full_round(vec x, vec k, int inverse) {
    return (vec)(inverse ? _mm256_aesdec_epi128((__m256i)x, (__m256i)k)
                         : _mm256_aesenc_epi128((__m256i)x, (__m256i)k));
}

TARGET static ALWAYS_INLINE vec last_round(vec x, vec k, int inverse) {
    return (vec)(inverse ? _mm256_aesdeclast_epi128((__m256i)x, (__m256i)k)
                         : _mm256_aesenclast_epi128((__m256i)x, (__m256i)k));
}

TARGET static ALWAYS_INLINE vec byte_up(vec x) { return (vec)_mm256_slli_si256((__m256i)x, 1); }

/* Tweaks of XTS, their first bytes the least, times x in GF(2^128). */
TARGET static ALWAYS_INLINE vec twice(vec tweaks) {
    const __m256i tops = _mm256_srai_epi32(_mm256_shuffle_epi32((__m256i)tweaks, 0x13), 31);
    return tweaks << 1 ^ ((vec)tops & each_lane((u64x2){0x87, 1}));
}

TARGET static ALWAYS_INLINE vec load_block(const uint8_t *p) {
    return each_lane((u64x2)_mm_loadu_si128((const __m128i *)(const void *)p));
}

TARGET static ALWAYS_INLINE void store_block(uint8_t *p, vec x) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm256_castsi256_si128((__m256i)x));
}

/* Of a tweak in both lanes: the one, and the next. */
TARGET static ALWAYS_INLINE vec ascending(vec x) {
    return (vec)_mm256_blend_epi32((__m256i)x, (__m256i)twice(x), 0xf0);
}

/* The blocks before those of a register: the last of a chain, and the first of it. */
TARGET static ALWAYS_INLINE vec behind(vec chain, vec now) {
    return (vec)_mm256_permute2x128_si256((__m256i)chain, (__m256i)now, 0x21);
}

/* Block n of x, in both lanes. */
TARGET static ALWAYS_INLINE vec block_of(vec x, unsigned n) {
    return n == 0 ? (vec)_mm256_permute2x128_si256((__m256i)x, (__m256i)x, 0x00)
                  : (vec)_mm256_permute2x128_si256((__m256i)x, (__m256i)x, 0x11);
}

/* One block or two. */
TARGET static ALWAYS_INLINE vec load_some(const uint8_t *p, unsigned n) {
    if (n == LANES) return load(p);
    return (vec)_mm256_zextsi128_si256(_mm_loadu_si128((const __m128i *)(const void *)p));
}

TARGET static ALWAYS_INLINE void store_some(uint8_t *p, vec x, unsigned n) {
    if (n == LANES)
        store(p, x);
    else
        store_block(p, x);
}

#include "rijndael_aesni.h"

#endif
