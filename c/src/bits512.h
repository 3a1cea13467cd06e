/* SPDX-License-Identifier: Apache-2.0
 * Registers of one bit of each of 512 blocks: there are 32 of them, and an instruction does any
 * function of three. */
#ifndef FIFTEEN_BITS512_H
#define FIFTEEN_BITS512_H

#include "wide512.h"

#define TARGET AVX512BW

typedef u32x16 bits;

enum { SLICED_BLOCKS = 512 };

TARGET static ALWAYS_INLINE bits load_bits(const uint8_t *p) { return (bits)_mm512_loadu_si512(p); }

TARGET static ALWAYS_INLINE void store_bits(uint8_t *p, bits x) {
    _mm512_storeu_si512(p, (__m512i)x);
}

/* As in bits256.h. */
TARGET static ALWAYS_INLINE bits interlace_low(bits x, bits y) {
    return (bits)_mm512_unpacklo_epi8((__m512i)x, (__m512i)y);
}

TARGET static ALWAYS_INLINE bits interlace_high(bits x, bits y) {
    return (bits)_mm512_unpackhi_epi8((__m512i)x, (__m512i)y);
}

TARGET static ALWAYS_INLINE bits low_halves(bits x, bits y) {
    return (bits)_mm512_unpacklo_epi64((__m512i)x, (__m512i)y);
}

TARGET static ALWAYS_INLINE bits high_halves(bits x, bits y) {
    return (bits)_mm512_unpackhi_epi64((__m512i)x, (__m512i)y);
}

#include "bits.h"

#endif
