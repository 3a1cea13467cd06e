/* SPDX-License-Identifier: Apache-2.0
 * To and from registers of one bit of each block, of either width: bits256.h or bits512.h includes
 * this. In which order the blocks stand is no matter, as what undoes a step has the same. */
#ifndef FIFTEEN_BITS_H
#define FIFTEEN_BITS_H

enum { REGISTER = sizeof(bits) };

/* Interlaces the bytes of x[0] and x[n / 2], of x[1] and the next, and so on, of 8 or 16 registers.
 * That rotates the address of a byte: its bits for the register, and the four for the place in a
 * lane. */
TARGET static ALWAYS_INLINE void interlace(bits *x, unsigned n) {
    bits y[16];
    for (unsigned i = 0; i < n / 2; i++) {
        y[2 * i] = interlace_low(x[i], x[i + n / 2]);
        y[2 * i + 1] = interlace_high(x[i], x[i + n / 2]);
    }
    for (unsigned i = 0; i < n; i++) x[i] = y[i];
}

/* In each byte, the bits of a under ~low change places with those of b under low. */
TARGET static ALWAYS_INLINE void exchange_bits(bits *a, bits *b, unsigned shift, uint32_t low) {
    const bits moved = (*a >> shift ^ *b) & low;
    *b ^= moved;
    *a ^= moved << shift;
}

/* Bit i of x[j] becomes bit j of x[i], in each byte. Loops that gcc unrolls, and not one for all
 * three: it would keep x, or what shifts and masks are, in memory. */
TARGET static ALWAYS_INLINE void transpose_8x8_bits(bits x[8]) {
    for (unsigned i = 0; i < 4; i++) exchange_bits(&x[i], &x[i + 4], 4, 0x0f0f0f0f);
    for (unsigned i = 0; i < 4; i++)
        exchange_bits(&x[i + (i & 2)], &x[i + (i & 2) + 2], 2, 0x33333333);
    for (unsigned i = 0; i < 4; i++) exchange_bits(&x[2 * i], &x[2 * i + 1], 1, 0x55555555);
}

#endif
