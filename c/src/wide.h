/* SPDX-License-Identifier: Apache-2.0
 * For engines that work on many blocks at once in the lanes of 256-bit registers.
 *
 * Such an engine's file is empty but for ABSENT where the compiler has no such
 * registers to offer. Its functions carry the features that they are compiled
 * for (AVX2), and are called only where the processor has them. Words in lanes
 * are vectors of gcc's, so that +, ^ and << read as in the portable engine.
 */
#ifndef FIFTEEN_WIDE_H
#define FIFTEEN_WIDE_H

#include "bytes.h"
#include "x86.h"

#if FIFTEEN_X86
#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

typedef uint8_t u8x32 __attribute__((vector_size(32)));
typedef uint32_t u32x8 __attribute__((vector_size(32)));
typedef uint64_t u64x4 __attribute__((vector_size(32)));

AVX2 static ALWAYS_INLINE u32x8 load_u32x8(const uint8_t *p) {
    return (u32x8)_mm256_loadu_si256((const __m256i *)(const void *)p);
}

AVX2 static ALWAYS_INLINE void store_u32x8(uint8_t *p, u32x8 x) {
    _mm256_storeu_si256((__m256i *)(void *)p, (__m256i)x);
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

#endif

/* ---- Batches ---- */

typedef void crypt_batch(const void *context, const uint8_t *in, uint8_t *out);
typedef void crypt_blocks(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);

/* `blocks` blocks: by `many`, which takes a batch, as long as there are `pays` of
 * them, the last batch filled up with zeros; what is left by `few`. */
static ALWAYS_INLINE void in_batches(const void *context, const uint8_t *in, uint8_t *out,
                                     size_t blocks, size_t block_bytes, size_t batch, size_t pays,
                                     crypt_batch *many, crypt_blocks *few) {
    enum { MOST = 4096 };
    const size_t size = batch * block_bytes;
    for (; blocks >= batch; blocks -= batch, in += size, out += size) many(context, in, out);
    if (blocks >= pays) {
        uint8_t padded[MOST];
        memset(padded, 0, size);
        memcpy(padded, in, blocks * block_bytes);
        many(context, padded, padded);
        memcpy(out, padded, blocks * block_bytes);
        wipe_bytes(padded, size);
    } else if (blocks > 0) {
        few(context, in, out, blocks);
    }
}

#endif
