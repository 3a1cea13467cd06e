/* SPDX-License-Identifier: Apache-2.0
 * What registers of whole blocks do alike, of either width: vec256.h or vec512.h includes this. */
#ifndef FIFTEEN_VEC_H
#define FIFTEEN_VEC_H

/* From big-endian words to little-endian ones, and back. */
TARGET static ALWAYS_INLINE vec swap_each(vec x) {
    return bytes_from(x, each_lane((u64x2){0x0001020304050607, 0x08090a0b0c0d0e0f}));
}

#endif
