/* SPDX-License-Identifier: Apache-2.0
 * Registers of one byte each of 64 blocks. For look-ups in tables of bytes, four of one word each
 * of sixteen blocks (lanes512.h) become such ones, and back. Who includes this has set TARGET, with
 * avx512bw and avx512vbmi. */
#ifndef FIFTEEN_BYTES512_H
#define FIFTEEN_BYTES512_H

#include "lanes512.h"
#include "vec512.h"

typedef u8x64 byte;

TARGET static ALWAYS_INLINE byte interlace_low(byte x, byte y) {
    return (byte)_mm512_unpacklo_epi8((__m512i)x, (__m512i)y);
}

TARGET static ALWAYS_INLINE byte interlace_high(byte x, byte y) {
    return (byte)_mm512_unpackhi_epi8((__m512i)x, (__m512i)y);
}

#include "byte_rows.h"

/* table[index], for the low seven bits of each byte. All of the table is read. */
TARGET static ALWAYS_INLINE byte look_up_128(const uint8_t table[128], byte index) {
    return (byte)_mm512_permutex2var_epi8(_mm512_loadu_si512(table), (__m512i)index,
                                          _mm512_loadu_si512(table + 64));
}

TARGET static ALWAYS_INLINE byte look_up_256(const uint8_t table[256], byte index) {
    return (byte)_mm512_mask_blend_epi8(_mm512_movepi8_mask((__m512i)index),
                                        (__m512i)look_up_128(table, index),
                                        (__m512i)look_up_128(table + 128, index));
}

/* Within each four words; transpose does it among registers. */
TARGET static ALWAYS_INLINE word transpose_bytes(word x) {
    const __m512i columns = _mm512_set4_epi32(0x0f0b0703, 0x0e0a0602, 0x0d090501, 0x0c080400);
    return (word)_mm512_shuffle_epi8((__m512i)x, columns);
}

/* Byte i of each word, the lowest first, to y[i]. */
TARGET static ALWAYS_INLINE void words_to_bytes(byte y[4], const word x[4]) {
    word t[4];
    for (unsigned i = 0; i < 4; i++) t[i] = transpose_bytes(x[i]);
    transpose(t);
    for (unsigned i = 0; i < 4; i++) y[i] = (byte)t[i];
}

TARGET static ALWAYS_INLINE void bytes_to_words(word y[4], const byte x[4]) {
    for (unsigned i = 0; i < 4; i++) y[i] = (word)x[i];
    transpose(y);
    for (unsigned i = 0; i < 4; i++) y[i] = transpose_bytes(y[i]);
}

#endif
