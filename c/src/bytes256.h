/* SPDX-License-Identifier: Apache-2.0
 * Registers of one byte each of 32 blocks of sixteen bytes. Who includes this has set TARGET. */
#ifndef FIFTEEN_BYTES256_H
#define FIFTEEN_BYTES256_H

#include "vec256.h"
#include "wide.h"

typedef u8x32 byte;

TARGET static ALWAYS_INLINE byte interlace_low(byte x, byte y) {
    return (byte)_mm256_unpacklo_epi8((__m256i)x, (__m256i)y);
}

TARGET static ALWAYS_INLINE byte interlace_high(byte x, byte y) {
    return (byte)_mm256_unpackhi_epi8((__m256i)x, (__m256i)y);
}

#include "byte_rows.h"

/* Bytes of b where the highest bit of those of `high` is set, else of a. */
TARGET static ALWAYS_INLINE byte choose(byte high, byte a, byte b) {
    return (byte)_mm256_blendv_epi8((__m256i)a, (__m256i)b, (__m256i)high);
}

/* table[index], for the low seven bits of each byte: one row of a pair gives 0, and pairs are
 * chosen among. All of the table is read. */
TARGET static ALWAYS_INLINE byte look_up_128(const uint8_t table[128], byte index) {
    const byte even = (index & 0x1f) + 0x70, odd = even ^ 0x80, by64 = index + index;
    byte pairs[4];
    for (unsigned i = 0; i < 4; i++)
        pairs[i] = shuffle(load_table(table + 32 * i), even) |
                   shuffle(load_table(table + 32 * i + 16), odd);
    return choose(by64, choose(by64 + by64, pairs[0], pairs[1]),
                  choose(by64 + by64, pairs[2], pairs[3]));
}

TARGET static ALWAYS_INLINE byte look_up_256(const uint8_t table[256], byte index) {
    return choose(index, look_up_128(table, index), look_up_128(table + 128, index));
}

#endif
