/* SPDX-License-Identifier: Apache-2.0
 * SplitMix64 (Steele, Lea and Flood 2014): the same bytes from the same seed everywhere. */
#ifndef FIFTEEN_RANDOM_H
#define FIFTEEN_RANDOM_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t random_word(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
    z = (z ^ z >> 27) * 0x94d049bb133111eb;
    return z ^ z >> 31;
}

static inline void random_bytes(uint64_t *state, uint8_t *out, size_t size) {
    for (uint64_t x = 0, i = 0; i < size; i++, x >>= 8) {
        if (i % 8 == 0) x = random_word(state);
        out[i] = (uint8_t)x;
    }
}

#endif
