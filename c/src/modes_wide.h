/* SPDX-License-Identifier: Apache-2.0
 * The tools of modes for many blocks at once, in the lanes of wide registers.
 *
 * Who includes this says what registers are, by vec256.h or vec512.h.
 */
#ifndef FIFTEEN_MODES_WIDE_H
#define FIFTEEN_MODES_WIDE_H

#include "mode_rows.h"

enum { BYTES = sizeof(vec) };

TARGET static void xor_wide(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n) {
    for (; n >= BYTES; n -= BYTES, out += BYTES, a += BYTES, b += BYTES)
        store(out, load(a) ^ load(b));
    fifteen_modes_words.xor_bytes(out, a, b, n);
}

/* ---- CTR ---- */

/* As little-endian numbers, each word's bytes reversed on the way out. */
TARGET static void write_counters_wide(uint8_t *out, const uint8_t *counter, size_t size,
                                       uint64_t low, size_t n) {
    if (size != 8 && size != 16) {
        fifteen_modes_words.write_counters(out, counter, size, low, n);
        return;
    }
    const vec step = counted(size);
    vec next = first_counters(counter, size, low);
    for (const uint8_t *end = out + n * size; out < end; out += BYTES, next += step)
        store(out, swap_each(next));
}

/* ---- XTS ---- */

TARGET static void prepare_wide(uint8_t *next) {
    vec t[REGISTERS];
    first_sixteen(t, next);
    for (unsigned i = 0; i < REGISTERS; i++) store(next + BYTES * i, t[i]);
}

/* Behind blocks that are no sixteen only the first of `next` is right. */
TARGET static void whiten_wide(uint8_t *next, uint8_t *tweaks, const uint8_t *in, uint8_t *out,
                               size_t n) {
    vec t[REGISTERS];
    for (unsigned i = 0; i < REGISTERS; i++) t[i] = load(next + BYTES * i);
    words32 top = top_of(t);
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
