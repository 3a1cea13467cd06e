/* SPDX-License-Identifier: Apache-2.0
 * Registers of one word each of sixteen blocks of four words: what lanes256.h is for eight. */
#ifndef FIFTEEN_LANES512_H
#define FIFTEEN_LANES512_H

#include "wide512.h"

typedef u32x16 word;

enum { SET = 16 };

#define PLACES ((word){0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15})

TARGET static ALWAYS_INLINE word load_word(const uint8_t *p) { return (word)_mm512_loadu_si512(p); }

TARGET static ALWAYS_INLINE void store_word(uint8_t *p, word x) {
    _mm512_storeu_si512(p, (__m512i)x);
}

TARGET static ALWAYS_INLINE void transpose(word x[4]) { transpose_4x4_512(x); }

TARGET static ALWAYS_INLINE word swapped(word x) {
    const __m512i places =
        _mm512_broadcast_i32x4(_mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12));
    return (word)_mm512_shuffle_epi8((__m512i)x, places);
}

#endif
