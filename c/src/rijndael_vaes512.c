/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with VAES and AVX-512: a register is four blocks, and an instruction a
 * round of them all. Constant-time, like AES-NI, which does what is done block by
 * block.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (rijndael_aesni.h) ---- */

#define TARGET WIDE("vaes,avx512bw,aes")

#include "vec512.h"

#define THIS fifteen_rijndael_vaes512
#define NAME "vaes512"
#define NEEDS "vaes avx512f avx512bw avx2 aes ssse3"

/* Intel: rijndael/vaesvl is as fast, and has no units of 512 bits to wait for. */
#define PAYS {LANES, 33, 0}

#define FIRST ((vec){0, 0, 1, 0, 2, 0, 3, 0})
#define TOP_BYTES each_lane((u64x2){0x0e0d0e0d0f0e0f0e, 0x0c0b0c0b0d0c0d0c})
#define POWERS each_lane((u64x2){0x0010000100100001, 0x0010000100100001})

TARGET static ALWAYS_INLINE vec full_round(vec x, vec k, int inverse) {
    return (vec)(inverse ? _mm512_aesdec_epi128((__m512i)x, (__m512i)k)
                         : _mm512_aesenc_epi128((__m512i)x, (__m512i)k));
}

TARGET static ALWAYS_INLINE vec last_round(vec x, vec k, int inverse) {
    return (vec)(inverse ? _mm512_aesdeclast_epi128((__m512i)x, (__m512i)k)
                         : _mm512_aesenclast_epi128((__m512i)x, (__m512i)k));
}

TARGET static ALWAYS_INLINE vec byte_up(vec x) { return (vec)_mm512_bslli_epi128((__m512i)x, 1); }

/* Tweaks of XTS, their first bytes the least, times x in GF(2^128). */
TARGET static ALWAYS_INLINE vec twice(vec tweaks) {
    const __m512i tops = _mm512_srai_epi32(_mm512_shuffle_epi32((__m512i)tweaks, 0x13), 31);
    return tweaks << 1 ^ ((vec)tops & each_lane((u64x2){0x87, 1}));
}

TARGET static ALWAYS_INLINE vec load_block(const uint8_t *p) {
    return each_lane((u64x2)_mm_loadu_si128((const __m128i *)(const void *)p));
}

TARGET static ALWAYS_INLINE void store_block(uint8_t *p, vec x) {
    _mm_storeu_si128((__m128i *)(void *)p, _mm512_castsi512_si128((__m512i)x));
}

/* Of a tweak in all lanes: the one, and the next three. */
TARGET static ALWAYS_INLINE vec ascending(vec x) {
    const __m512i two = _mm512_mask_mov_epi64((__m512i)x, 0xcc, (__m512i)twice(x));
    return (vec)_mm512_mask_mov_epi64(two, 0xf0, (__m512i)twice(twice((vec)two)));
}

/* The blocks before those of a register: the last of a chain, and the first three of it. */
TARGET static ALWAYS_INLINE vec behind(vec chain, vec now) {
    return (vec)_mm512_alignr_epi64((__m512i)now, (__m512i)chain, 6);
}

/* Block n of x, in all lanes. */
TARGET static ALWAYS_INLINE vec block_of(vec x, unsigned n) {
    const vec words = each_lane((u64x2){2 * n, 2 * n + 1});
    return (vec)_mm512_permutexvar_epi64((__m512i)words, (__m512i)x);
}

/* One to four blocks. */
TARGET static ALWAYS_INLINE vec load_some(const uint8_t *p, unsigned n) {
    if (n == LANES) return load(p);
    return (vec)_mm512_maskz_loadu_epi64((__mmask8)((1U << 2 * n) - 1), p);
}

TARGET static ALWAYS_INLINE void store_some(uint8_t *p, vec x, unsigned n) {
    if (n == LANES)
        store(p, x);
    else
        _mm512_mask_storeu_epi64(p, (__mmask8)((1U << 2 * n) - 1), (__m512i)x);
}

#include "rijndael_aesni.h"

#endif
