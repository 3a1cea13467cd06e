/* SPDX-License-Identifier: Apache-2.0
 * The tools of modes for many blocks at once, in the lanes of wide registers.
 *
 * Who includes this says what registers are, by vec256.h or vec512.h, and: NUMBERS,
 * which counts their words; two_up, which moves each lane's bytes; left_each and
 * right_each, shifts of each word by its own amount, of which 64 leaves nothing;
 * BYTES_AT, the four bytes at a place of the first lane, everywhere.
 */
#ifndef FIFTEEN_MODES_WIDE_H
#define FIFTEEN_MODES_WIDE_H

#include "mode_tools.h"

enum { BYTES = sizeof(vec), REGISTERS = READY / LANES };

typedef uint32_t words __attribute__((vector_size(sizeof(vec))));

TARGET static void xor_wide(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n) {
    for (; n >= BYTES; n -= BYTES, out += BYTES, a += BYTES, b += BYTES)
        store(out, load(a) ^ load(b));
    fifteen_modes_words.xor_bytes(out, a, b, n);
}

/* ---- CTR ---- */

/* As little-endian numbers, each word's bytes reversed on the way out. */
TARGET static void write_counters_wide(uint8_t *out, const uint8_t *counter, size_t size,
                                       uint64_t low, size_t n) {
    const vec reversed = each_lane((u64x2){0x0001020304050607, 0x08090a0b0c0d0e0f});
    vec next = NUMBERS + low, step = (vec){0} + 2 * LANES;
    if (size == 16) { /* the odd words count */
        const vec odd = 0 - (NUMBERS & 1);
        next = each_lane((u64x2){load64_be(counter), low}) + (NUMBERS >> 1 & odd);
        step = LANES & odd;
    } else if (size != 8) {
        fifteen_modes_words.write_counters(out, counter, size, low, n);
        return;
    }
    for (const uint8_t *end = out + n * size; out < end; out += BYTES, next += step)
        store(out, bytes_from(next, reversed));
}

/* ---- XTS ---- */

static const uint64_t NOTHING = 0x8080808080808080, LOW = 0x0706050403020100,
                      HIGH = 0x0f0e0d0c0b0a0908; /* sources of bytes */

/* 1 + x + x^2 + x^7, which is what x^128 is in XTS. */
#define TIMES_REDUCTION(a) ((a) ^ (a) << 1 ^ (a) << 2 ^ (a) << 7)

/* Tweaks times x^n, for n of up to 15, word by word: what leaves a lower word goes to the upper
 * one, and what leaves that comes back to the lower one. */
TARGET static ALWAYS_INLINE vec times_x(vec tweaks, vec n) {
    const vec leaving = right_each(tweaks, 64 - n);
    const vec up = bytes_from(leaving, each_lane((u64x2){NOTHING, LOW}));
    const vec back = bytes_from(leaving, each_lane((u64x2){HIGH, NOTHING}));
    return left_each(tweaks, n) ^ up ^ TIMES_REDUCTION(back);
}

TARGET static void prepare_wide(uint8_t *next) {
    const vec first = each_lane((u64x2){load64_le(next), load64_le(next + 8)});
    for (unsigned i = 0; i < REGISTERS; i++)
        store(next + BYTES * i, times_x(first, (NUMBERS >> 1) + LANES * i));
}

/* Sixteen tweaks times x^16: each goes two bytes up. The bits that leave them all come from `top`,
 * the upper 32 of the first one, and come back for those of four registers at once: word i of lane
 * n is for lane n of register i. The next top is taken before, as what comes back is far below. */
TARGET static ALWAYS_INLINE void sixteen_on(vec t[REGISTERS], words *top) {
    const vec even = (NUMBERS & 1) * (2 * LANES) + (NUMBERS >> 1), odd = even + LANES;
    const words before = (words)(even | odd << 32); /* how many tweaks are before each */
    const words next_top = (words)BYTES_AT(10, t[0]);
    for (unsigned four = 0; four < REGISTERS; four += 4) {
        const words leaving = *top << (before + LANES * four) >> 16;
        const words back = TIMES_REDUCTION(leaving);
        for (unsigned i = 0; i < 4; i++) {
            const uint64_t word = 0x8080808003020100 + 0x04040404 * (uint64_t)i;
            t[four + i] =
                two_up(t[four + i]) ^ bytes_from((vec)back, each_lane((u64x2){word, NOTHING}));
        }
    }
    *top = next_top;
}

/* Behind blocks that are no sixteen only the first of `next` is right. */
TARGET static void whiten_wide(uint8_t *next, uint8_t *tweaks, const uint8_t *in, uint8_t *out,
                               size_t n) {
    vec t[REGISTERS];
    for (unsigned i = 0; i < REGISTERS; i++) t[i] = load(next + BYTES * i);
    words top = (words)BYTES_AT(12, t[0]);
    for (; n >= READY; n -= READY) {
        for (unsigned i = 0; i < REGISTERS; i++, tweaks += BYTES, in += BYTES, out += BYTES) {
            store(tweaks, t[i]);
            store(out, load(in) ^ t[i]);
        }
        sixteen_on(t, &top);
    }
    for (unsigned half = 0; half < READY; half += READY / 2) { /* in one loop, gcc keeps all on */
        for (unsigned i = 0; i < REGISTERS / 2; i++)           /* the stack, too */
            store(next + XTS_BLOCK * half + BYTES * i, t[half / LANES + i]);
    }
    fifteen_modes_words.whiten(next, tweaks, in, out, n);
}

#endif
