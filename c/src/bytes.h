/* SPDX-License-Identifier: Apache-2.0
 * What every engine needs of bytes and words. gcc and clang make one instruction
 * of each: a load or store, a swap, a rotation. */
#ifndef FIFTEEN_BYTES_H
#define FIFTEEN_BYTES_H

#include <stdint.h>
#include <string.h>

#include "fifteen.h"

/* For functions of a constant number of lanes: the loops over them must unroll. */
#if defined(__GNUC__)
#define ALWAYS_INLINE inline __attribute__((always_inline))
#define NEVER_INLINE __attribute__((noinline))
#else
#define ALWAYS_INLINE inline
#define NEVER_INLINE
#endif

/* For what hardly ever is: a branch that costs nothing, where a compiler might compute both ways.
 */
#if defined(__GNUC__)
#define UNLIKELY(condition) __builtin_expect(condition, 0)
#else
#define UNLIKELY(condition) (condition)
#endif

static inline uint32_t rotl32(uint32_t x, unsigned n) { return x << (n & 31) | x >> (-n & 31); }

static inline uint32_t rotr32(uint32_t x, unsigned n) { return x >> (n & 31) | x << (-n & 31); }

static inline uint32_t swap32(uint32_t x) {
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}

static inline uint64_t rotl64(uint64_t x, unsigned n) { return x << (n & 63) | x >> (-n & 63); }

static inline uint64_t rotr64(uint64_t x, unsigned n) { return x >> (n & 63) | x << (-n & 63); }

static inline uint64_t swap64(uint64_t x) {
    return (uint64_t)swap32((uint32_t)x) << 32 | swap32((uint32_t)(x >> 32));
}

/* A constant to every compiler that optimises. */
static inline int little_endian(void) {
    const uint32_t one = 1;
    uint8_t first;
    memcpy(&first, &one, 1);
    return first;
}

static inline uint32_t load32_le(const uint8_t *p) {
    uint32_t x;
    memcpy(&x, p, 4);
    return little_endian() ? x : swap32(x);
}

static inline uint32_t load32_be(const uint8_t *p) { return swap32(load32_le(p)); }

static inline void store32_le(uint8_t *p, uint32_t x) {
    if (!little_endian()) x = swap32(x);
    memcpy(p, &x, 4);
}

static inline void store32_be(uint8_t *p, uint32_t x) { store32_le(p, swap32(x)); }

static inline uint64_t load64_le(const uint8_t *p) {
    uint64_t x;
    memcpy(&x, p, 8);
    return little_endian() ? x : swap64(x);
}

static inline uint64_t load64_be(const uint8_t *p) { return swap64(load64_le(p)); }

static inline void store64_le(uint8_t *p, uint64_t x) {
    if (!little_endian()) x = swap64(x);
    memcpy(p, &x, 8);
}

static inline void store64_be(uint8_t *p, uint64_t x) { store64_le(p, swap64(x)); }

/* The key as words, filled up with zeros to `count` words. */
static inline void load_words_le(uint32_t *words, unsigned count, const uint8_t *key,
                                 unsigned key_bytes) {
    memset(words, 0, 4 * (size_t)count);
    for (unsigned i = 0; i < key_bytes / 4; i++) words[i] = load32_le(key + 4 * i);
    for (unsigned i = key_bytes & ~3u; i < key_bytes; i++)
        words[i / 4] |= (uint32_t)key[i] << 8 * (i % 4);
}

/* memset that the compiler may not drop although the memory is dead. */
static inline void wipe_bytes(void *p, size_t n) {
#if defined(__GNUC__)
    memset(p, 0, n);
    __asm__ volatile("" : : "r"(p) : "memory");
#else
    for (volatile uint8_t *byte = p; n > 0; n--) *byte++ = 0;
#endif
}

/* One direction of an engine. */
typedef void crypt_blocks(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);

/* The checks of set_key that are the same for every engine. */
static inline int check_key(unsigned key_bits, unsigned min, unsigned max, unsigned step,
                            int directions) {
    if (key_bits < min || key_bits > max || (key_bits - min) % step != 0)
        return FIFTEEN_BAD_KEY_BITS;
    if ((directions & (FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT)) == 0) return FIFTEEN_BAD_DIRECTIONS;
    return FIFTEEN_OK;
}

#endif
