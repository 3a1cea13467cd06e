/* SPDX-License-Identifier: Apache-2.0
 * For engines that work on many blocks at once in the lanes of 256-bit registers.
 *
 * Such an engine's file is empty where the compiler has no such
 * registers to offer. Its functions carry the features that they are compiled
 * for (AVX2), and are called only where the processor has them. Words in lanes
 * are vectors of gcc's, so that +, ^ and << read as in the portable engine.
 */
#ifndef FIFTEEN_WIDE_H
#define FIFTEEN_WIDE_H

#include "bytes.h"
#include "choice.h"
#include "x86.h"

#if FIFTEEN_X86
#include <immintrin.h>

/* For functions that spill such registers. gcc aligns the places for that; clang, unless told to,
 * takes a stack aligned to 16 bytes as it comes, and where one lay across two pages SAFER+ took 1.9
 * times as long. */
#if defined(__clang__)
#define WIDE(features) WITH(features) __attribute__((force_align_arg_pointer))
#else
#define WIDE(features) WITH(features)
#endif

#define AVX2 WIDE("avx2")

typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef uint16_t u16x16 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));

AVX2 static ALWAYS_INLINE u32x8 load_u32x8(const uint8_t *p) {
    return (u32x8)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

AVX2 static ALWAYS_INLINE void store_u32x8(uint8_t *p, u32x8 x) {
    _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)x);
}

/* Words by amounts of 0 to 31, each by its own. A shift by 32 leaves nothing, here as in AVX2. */
AVX2 static ALWAYS_INLINE u32x8 rotl_each(u32x8 x, u32x8 n) {
    return (u32x8)_mm256_sllv_epi32((__m256i)x, (__m256i)n) |
           (u32x8)_mm256_srlv_epi32((__m256i)x, (__m256i)(32 - n));
}

AVX2 static ALWAYS_INLINE u32x8 rotr_each(u32x8 x, u32x8 n) {
    return (u32x8)_mm256_srlv_epi32((__m256i)x, (__m256i)n) |
           (u32x8)_mm256_sllv_epi32((__m256i)x, (__m256i)(32 - n));
}

/* Rows become columns: of the 4 by 4 words in each half. */
AVX2 static ALWAYS_INLINE void transpose_4x4(u32x8 x[4]) {
    const __m256i low01 = _mm256_unpacklo_epi32((__m256i)x[0], (__m256i)x[1]);
    const __m256i low23 = _mm256_unpacklo_epi32((__m256i)x[2], (__m256i)x[3]);
    const __m256i high01 = _mm256_unpackhi_epi32((__m256i)x[0], (__m256i)x[1]);
    const __m256i high23 = _mm256_unpackhi_epi32((__m256i)x[2], (__m256i)x[3]);
    x[0] = (u32x8)_mm256_unpacklo_epi64(low01, low23);
    x[1] = (u32x8)_mm256_unpackhi_epi64(low01, low23);
    x[2] = (u32x8)_mm256_unpacklo_epi64(high01, high23);
    x[3] = (u32x8)_mm256_unpackhi_epi64(high01, high23);
}

/* Eight blocks of four words: x[i] has word i of each. In which order the blocks
 * stand in its lanes is no matter, as store_blocks undoes what load_blocks did. */
AVX2 static ALWAYS_INLINE void load_blocks(u32x8 x[4], const uint8_t *in) {
    for (unsigned i = 0; i < 4; i++) x[i] = load_u32x8(in + 32 * i);
    transpose_4x4(x);
}

AVX2 static ALWAYS_INLINE void store_blocks(uint8_t *out, u32x8 x[4]) {
    transpose_4x4(x);
    for (unsigned i = 0; i < 4; i++) store_u32x8(out + 32 * i, x[i]);
}

/* The table of 16 bytes, in both halves: for shuffle's look-ups. */
AVX2 static ALWAYS_INLINE u8x32 load_table(const uint8_t table[16]) {
    return (u8x32)_mm256_broadcastsi128_si256(
        _mm_loadu_si128((const __m128i *)(const void *)table));
}

/* In each half: table[index], for each byte of index; 0 where its highest bit is set. */
AVX2 static ALWAYS_INLINE u8x32 shuffle(u8x32 table, u8x32 index) {
    return (u8x32)_mm256_shuffle_epi8((__m256i)table, (__m256i)index);
}

AVX2 static ALWAYS_INLINE u8x32 low_nibbles(u8x32 x) { return x & 15; }

/* By a shift of words: AVX2 has none of bytes. */
AVX2 static ALWAYS_INLINE u8x32 high_nibbles(u8x32 x) { return (u8x32)((u32x8)x >> 4) & 15; }

/* Words of a table, loaded one by one, which on Zen 3 takes a third of the time of a gather.
 * The indices leave the vector two at a time: through memory they would take longer. */
AVX2 static ALWAYS_INLINE u32x8 look_up_words(const uint32_t *table, u32x8 index) {
    const u64x4 pairs = (u64x4)index;
    const uint64_t a = pairs[0], b = pairs[1], c = pairs[2], d = pairs[3];
    return (u32x8){table[(uint32_t)a], table[a >> 32], table[(uint32_t)b], table[b >> 32],
                   table[(uint32_t)c], table[c >> 32], table[(uint32_t)d], table[d >> 32]};
}

#endif

/* ---- Batches ---- */

enum { LARGEST_BATCH = 8192 }; /* bytes of an engine's */

typedef void crypt_batch(const void *context, const uint8_t *in, uint8_t *out);

/* Fewer blocks than a batch, filled up with zeros. By itself, so that calls of one block need no
 * stack to be set up for it. */
static NEVER_INLINE void fill_up(const void *context, const uint8_t *in, uint8_t *out, size_t bytes,
                                 size_t batch_bytes, crypt_batch *many) {
    _Alignas(64) uint8_t padded[LARGEST_BATCH]; /* no register of it is across two cache lines */
    memcpy(padded, in, bytes);
    memset(padded + bytes, 0, batch_bytes - bytes);
    many(context, padded, padded);
    memcpy(out, padded, bytes);
    wipe_bytes(padded, batch_bytes);
}

/* A number of blocks, by processor, as pays_from is; and one that is the same on all. */
typedef struct {
    uint16_t amd, zen4, intel;
} by_processor;

#define ANYWHERE(blocks) {blocks, blocks, blocks}

static ALWAYS_INLINE size_t least_of(by_processor n) {
    const uint16_t of_amd = n.zen4 < n.amd ? n.zen4 : n.amd;
    return n.intel < of_amd ? n.intel : of_amd;
}

static ALWAYS_INLINE size_t here(by_processor n) {
    switch (fifteen_processor()) {
    case FIFTEEN_INTEL: return n.intel;
    case FIFTEEN_ZEN4: return n.zen4;
    default: return n.amd;
    }
}

static NEVER_INLINE void batches(const void *context, const uint8_t *in, uint8_t *out,
                                 size_t blocks, size_t block_bytes, size_t batch, by_processor pays,
                                 crypt_batch *many, crypt_blocks *few) {
    const size_t size = batch * block_bytes;
    for (; blocks >= batch; blocks -= batch, in += size, out += size) many(context, in, out);
    if (blocks >= least_of(pays) && blocks >= here(pays)) {
        fill_up(context, in, out, blocks * block_bytes, size, many);
    } else if (blocks > 0) {
        few(context, in, out, blocks);
    }
}

/* `blocks` blocks: by `many`, which takes a batch, as long as there are as many as it `pays` from,
 * the last batch filled up; what is left by `few`.
 * Batches are a function of their own: a call that is for `few` alone is short, asks nothing, and
 * saves no registers for them. */
static ALWAYS_INLINE void in_batches_by_processor(const void *context, const uint8_t *in,
                                                  uint8_t *out, size_t blocks, size_t block_bytes,
                                                  size_t batch, by_processor pays,
                                                  crypt_batch *many, crypt_blocks *few) {
    if (blocks > 0 && blocks < least_of(pays))
        few(context, in, out, blocks);
    else
        batches(context, in, out, blocks, block_bytes, batch, pays, many, few);
}

/* Where it pays alike on all. */
static ALWAYS_INLINE void in_batches(const void *context, const uint8_t *in, uint8_t *out,
                                     size_t blocks, size_t block_bytes, size_t batch, size_t pays,
                                     crypt_batch *many, crypt_blocks *few) {
    const uint16_t n = (uint16_t)pays;
    in_batches_by_processor(context, in, out, blocks, block_bytes, batch, (by_processor)ANYWHERE(n),
                            many, few);
}

/* How many of them to do three sets of `set` blocks at a time, by which each takes the least: but
 * two twice take less than three and one, where `filled` blocks or more are filled up to one. */
static ALWAYS_INLINE size_t by_threes(size_t blocks, size_t set, size_t filled) {
    const size_t rest = blocks % (3 * set), whole = blocks - rest;
    return whole > 0 && rest >= filled && rest <= set ? whole - 3 * set : whole;
}

/* `filled` blocks or more, by sets. From `filled` - 2 more than two sets on, three are filled up.
 * What is less than `filled`, or of one set than `on_intel`, in the end is for `few`. */
static ALWAYS_INLINE void in_sets(const void *context, const uint8_t *in, uint8_t *out,
                                  size_t blocks, size_t block_bytes, size_t set, size_t filled,
                                  size_t on_intel, crypt_batch *three, crypt_batch *two,
                                  crypt_batch *one, crypt_blocks *few) {
    const size_t size = set * block_bytes;
    const size_t left = blocks - by_threes(blocks, set, filled);
    for (; blocks > left; blocks -= 3 * set, in += 3 * size, out += 3 * size)
        three(context, in, out);
    if (blocks >= 2 * set + filled - 2 && blocks < 3 * set) {
        fill_up(context, in, out, blocks * block_bytes, 3 * size, three);
        return;
    }
    for (; blocks >= 2 * set; blocks -= 2 * set, in += 2 * size, out += 2 * size)
        two(context, in, out);
    if (blocks > set && blocks >= filled)
        fill_up(context, in, out, blocks * block_bytes, 2 * size, two);
    else
        in_batches_by_processor(
            context, in, out, blocks, block_bytes, set,
            (by_processor){(uint16_t)filled, (uint16_t)filled, (uint16_t)on_intel}, one, few);
}

#endif
