/* SPDX-License-Identifier: Apache-2.0
 * Registers of whole blocks of 16 bytes become such of one byte each of many blocks, and back, of
 * either width: bytes256.h or bytes512.h includes this. */
#ifndef FIFTEEN_BYTE_ROWS_H
#define FIFTEEN_BYTE_ROWS_H

/* Of n registers, the bytes of those that are half of n apart. */
TARGET static ALWAYS_INLINE void interlace(byte x[], unsigned n) {
    byte y[16];
    for (unsigned i = 0; i < n / 2; i++) {
        y[2 * i] = interlace_low(x[i], x[i + n / 2]);
        y[2 * i + 1] = interlace_high(x[i], x[i + n / 2]);
    }
    for (unsigned i = 0; i < n; i++) x[i] = y[i];
}

/* Rows become columns: of the 16 by 16 bytes in each lane. Each step moves the highest bit of a
 * byte's row to its column's lowest, and the highest of that to the row's lowest. The steps must
 * unroll, or each moves all rows once more: clang doesn't unless told. */
TARGET static ALWAYS_INLINE void transpose_16x16(byte x[16]) {
#pragma GCC unroll 4
    for (unsigned step = 0; step < 4; step++) interlace(x, 16);
}

/* x[i] has byte i of each block, in whatever order: bytes_to_rows undoes what rows_to_bytes did. */
TARGET static ALWAYS_INLINE void rows_to_bytes(byte x[16], const vec rows[16]) {
    for (unsigned i = 0; i < 16; i++) x[i] = (byte)rows[i];
    transpose_16x16(x);
}

TARGET static ALWAYS_INLINE void bytes_to_rows(vec rows[16], byte x[16]) {
    transpose_16x16(x);
    for (unsigned i = 0; i < 16; i++) rows[i] = (vec)x[i];
}

#endif
