/* SPDX-License-Identifier: Apache-2.0
 * Counters and tweaks in registers of whole blocks of 16 bytes (vec256.h or vec512.h). */
#ifndef FIFTEEN_MODE_ROWS_H
#define FIFTEEN_MODE_ROWS_H

#include "mode_tools.h"

enum { REGISTERS = READY / LANES };

/* ---- CTR: as little-endian numbers. Of counters of 16 bytes the odd words count ---- */

/* The first of them that fill a register, the counter's last eight bytes being `low`. */
TARGET static ALWAYS_INLINE vec first_counters(const uint8_t *counter, size_t size, uint64_t low) {
    if (size == 8) return NUMBERS + low;
    return each_lane((u64x2){load64_be(counter), low}) + (NUMBERS >> 1 & (0 - (NUMBERS & 1)));
}

/* From those of a register to the next. */
TARGET static ALWAYS_INLINE vec counted(size_t size) {
    return size == 8 ? (vec){0} + 2 * LANES : (LANES & (0 - (NUMBERS & 1)));
}

/* ---- XTS ---- */

static const uint64_t NOTHING = 0x8080808080808080, LOW = 0x0706050403020100,
                      HIGH = 0x0f0e0d0c0b0a0908; /* sources of bytes */

/* 1 + x + x^2 + x^7, which is what x^128 is in XTS. */
#define TIMES_REDUCTION(a) ((a) ^ (a) << 1 ^ (a) << 2 ^ (a) << 7)

/* Tweaks times x^n, for n of up to 57, word by word: what leaves a lower word goes to the upper
 * one, and what leaves that comes back to the lower one. */
TARGET static ALWAYS_INLINE vec times_x(vec tweaks, vec n) {
    const vec leaving = right_each(tweaks, 64 - n);
    const vec up = bytes_from(leaving, each_lane((u64x2){NOTHING, LOW}));
    const vec back = bytes_from(leaving, each_lane((u64x2){HIGH, NOTHING}));
    return left_each(tweaks, n) ^ up ^ TIMES_REDUCTION(back);
}

TARGET static ALWAYS_INLINE void first_sixteen(vec t[REGISTERS], const uint8_t *tweak) {
    const vec first = each_lane((u64x2){load64_le(tweak), load64_le(tweak + 8)});
    for (unsigned i = 0; i < REGISTERS; i++) t[i] = times_x(first, (NUMBERS >> 1) + LANES * i);
}

/* What sixteen_on wants of the first tweaks. */
TARGET static ALWAYS_INLINE words32 top_of(const vec t[REGISTERS]) {
    return (words32)BYTES_AT(12, t[0]);
}

/* Sixteen tweaks times x^16: each goes two bytes up. The bits that leave them all come from `top`,
 * the upper 32 of the first one, and come back for those of four registers at once: word i of lane
 * n is for lane n of register i. The next top is taken before, as what comes back is far below. */
TARGET static ALWAYS_INLINE void sixteen_on(vec t[REGISTERS], words32 *top) {
    const vec even = (NUMBERS & 1) * (2 * LANES) + (NUMBERS >> 1), odd = even + LANES;
    const words32 before = (words32)(even | odd << 32); /* how many tweaks are before each */
    const words32 next_top = (words32)BYTES_AT(10, t[0]);
    for (unsigned four = 0; four < REGISTERS; four += 4) {
        const words32 leaving = *top << (before + LANES * four) >> 16;
        const words32 back = TIMES_REDUCTION(leaving);
        for (unsigned i = 0; i < 4; i++) {
            const uint64_t word = 0x8080808003020100 + 0x04040404 * (uint64_t)i;
            t[four + i] =
                two_up(t[four + i]) ^ bytes_from((vec)back, each_lane((u64x2){word, NOTHING}));
        }
    }
    *top = next_top;
}

#endif
