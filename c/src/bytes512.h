/* SPDX-License-Identifier: Apache-2.0
 * Tables of bytes, looked up by 64 blocks at once: four registers of one word each of sixteen
 * blocks (lanes512.h) become four of one byte each of all, and back. A table is in registers
 * itself, and a look-up a few shuffles: constant-time. Who includes this has set TARGET, with
 * avx512vbmi.
 */
#ifndef FIFTEEN_BYTES512_H
#define FIFTEEN_BYTES512_H

#include "lanes512.h"

enum { SETS = 4 };

/* Within each four words; transpose does it among registers. */
TARGET static ALWAYS_INLINE word transpose_bytes(word x) {
    const __m512i columns = _mm512_set4_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
    return (word)_mm512_shuffle_epi8((__m512i)x, columns);
}

/* Byte i of each word, the lowest first, to y[i]. */
TARGET static ALWAYS_INLINE void words_to_bytes(u8x64 y[4], const word x[SETS]) {
    word t[4];
    for (unsigned i = 0; i < 4; i++) t[i] = transpose_bytes(x[i]);
    transpose(t);
    for (unsigned i = 0; i < 4; i++) y[i] = (u8x64)t[i];
}

TARGET static ALWAYS_INLINE void bytes_to_words(word y[SETS], const u8x64 x[4]) {
    for (unsigned i = 0; i < 4; i++) y[i] = (word)x[i];
    transpose(y);
    for (unsigned i = 0; i < 4; i++) y[i] = transpose_bytes(y[i]);
}

/* table[x], of each byte. The shuffles know seven bits of it, the choice the eighth. */
TARGET static ALWAYS_INLINE u8x64 look_up_bytes(const uint8_t table[256], u8x64 x) {
    __m512i q[4];
    for (unsigned i = 0; i < 4; i++) q[i] = _mm512_loadu_si512(table + 64 * i);
    return (u8x64)_mm512_mask_blend_epi8(_mm512_movepi8_mask((__m512i)x),
                                         _mm512_permutex2var_epi8(q[0], (__m512i)x, q[1]),
                                         _mm512_permutex2var_epi8(q[2], (__m512i)x, q[3]));
}

#endif
