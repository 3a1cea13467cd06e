/* SPDX-License-Identifier: Apache-2.0
 * What every engine needs of bytes and words. The loops over bytes are the
 * form that gcc and clang turn into one (swapped) load or store, and the
 * rotation into one instruction. */
#ifndef FIFTEEN_BYTES_H
#define FIFTEEN_BYTES_H

#include <stdint.h>
#include <string.h>

#include "fifteen.h"

static inline uint32_t rotl32(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

static inline uint32_t rotr32(uint32_t x, unsigned n) { return x >> (n & 31) | x << (-n & 31); }

static inline uint32_t load32_le(const uint8_t *p) {
    return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static inline uint32_t load32_be(const uint8_t *p) {
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | (uint32_t)p[3];
}

static inline void store32_le(uint8_t *p, uint32_t x) {
    p[0] = (uint8_t)x;
    p[1] = (uint8_t)(x >> 8);
    p[2] = (uint8_t)(x >> 16);
    p[3] = (uint8_t)(x >> 24);
}

static inline void store32_be(uint8_t *p, uint32_t x) {
    p[0] = (uint8_t)(x >> 24);
    p[1] = (uint8_t)(x >> 16);
    p[2] = (uint8_t)(x >> 8);
    p[3] = (uint8_t)x;
}

/* memset that the compiler may not drop although the memory is dead. */
static inline void wipe_bytes(void *p, size_t n) {
    memset(p, 0, n);
#if defined(__GNUC__)
    __asm__ volatile("" : : "r"(p) : "memory");
#endif
}

/* The checks of set_key that are the same for every engine. */
static inline int check_key(unsigned key_bits, unsigned min, unsigned max, unsigned step,
                            int directions) {
    if (key_bits < min || key_bits > max || (key_bits - min) % step != 0)
        return FIFTEEN_BAD_KEY_BITS;
    if ((directions & (FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT)) == 0)
        return FIFTEEN_BAD_DIRECTIONS;
    return FIFTEEN_OK;
}

#endif
