/* SPDX-License-Identifier: Apache-2.0
 * Registers of one bit of each of 256 blocks: those of AVX2, or of another TARGET. */
#ifndef FIFTEEN_BITS256_H
#define FIFTEEN_BITS256_H

#include "wide.h"

#ifndef TARGET
#define TARGET AVX2
#endif

typedef u32x8 bits;

enum { SLICED_BLOCKS = 256 };

TARGET static ALWAYS_INLINE bits load_bits(const uint8_t *p) { return load_u32x8(p); }

TARGET static ALWAYS_INLINE void store_bits(uint8_t *p, bits x) { store_u32x8(p, x); }

/* In each lane of 16 bytes: every second byte is of x, every second of y, which are in their lower
 * halves, or their higher ones. */
TARGET static ALWAYS_INLINE bits interlace_low(bits x, bits y) {
    return (bits)_mm256_unpacklo_epi8((__m256i)x, (__m256i)y);
}

TARGET static ALWAYS_INLINE bits interlace_high(bits x, bits y) {
    return (bits)_mm256_unpackhi_epi8((__m256i)x, (__m256i)y);
}

/* Likewise, the first eight bytes of x, the others of y. */
TARGET static ALWAYS_INLINE bits low_halves(bits x, bits y) {
    return (bits)_mm256_unpacklo_epi64((__m256i)x, (__m256i)y);
}

TARGET static ALWAYS_INLINE bits high_halves(bits x, bits y) {
    return (bits)_mm256_unpackhi_epi64((__m256i)x, (__m256i)y);
}

#include "bits.h"

#endif
