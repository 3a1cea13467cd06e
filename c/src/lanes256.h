/* SPDX-License-Identifier: Apache-2.0
 * Registers of one word each of eight blocks of four words. Who includes this has set TARGET. */
#ifndef FIFTEEN_LANES256_H
#define FIFTEEN_LANES256_H

#include "wide.h"

typedef u32x8 word;

enum { SET = 8 };

/* Which block is in which lane once words are: transpose says so. */
#define PLACES ((word){0, 2, 4, 6, 1, 3, 5, 7})

TARGET static ALWAYS_INLINE word load_word(const uint8_t *p) { return load_u32x8(p); }

TARGET static ALWAYS_INLINE void store_word(uint8_t *p, word x) { store_u32x8(p, x); }

TARGET static ALWAYS_INLINE void transpose(word x[4]) { transpose_4x4(x); }

/* The bytes of each lane the other way round. */
TARGET static ALWAYS_INLINE word swapped(word x) {
    const __m256i places = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    return (word)_mm256_shuffle_epi8((__m256i)x, places);
}

#endif
