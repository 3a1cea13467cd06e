/* SPDX-License-Identifier: Apache-2.0
 * The Hasty Pudding Cipher with AVX-512: a register holds one word of eight blocks (hpc_lanes.h).
 *
 * For look-ups, the key's words are here as eight tables of bytes, too. The low bytes of eight
 * registers of words become one of bytes: a look-up is then a few shuffles, and what eight of
 * them find becomes words again. Sixteen registers are worked on, as each step of that waits for
 * the one before.
 *
 * Constant-time, but for the set-up of a key, and for what is left to AVX2.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET AVX512VBMI

#include "bytes512.h"
#include "hpc.h"

#define SYMBOL(symbol) symbol##_avx512
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vbmi avx2"
#define FEWER_MEDIUM fifteen_hpc_avx2
#define FEWER_SHORT fifteen_hpc_b64_avx2

/* All rounds written out would be more than a cache of instructions holds. */
enum { SETS = 16, UNROLLED = 1 };
#define MANY_PAY {82, 113, 106}
#define MEDIUM_PAYS {36, 53, 56}
#define SHORT_PAYS {26, 37, 42}

/* ---- Look-ups ---- */

typedef struct {
    hpc_context narrow;
    _Alignas(64) uint8_t bytes[8][WORDS]; /* byte j of each word of the key, the lowest first */
} wide_context;

/* Rows become columns of eight words: three times, the lower half's go between the upper's. */
TARGET static ALWAYS_INLINE void transpose_8x8(__m512i x[8]) {
    const __m512i first = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
    const __m512i second = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
    for (unsigned step = 0; step < 3; step++) {
        __m512i y[8];
        for (unsigned i = 0; i < 4; i++) {
            y[2 * i] = _mm512_permutex2var_epi64(x[i], first, x[i + 4]);
            y[2 * i + 1] = _mm512_permutex2var_epi64(x[i], second, x[i + 4]);
        }
        for (unsigned i = 0; i < 8; i++) x[i] = y[i];
    }
}

/* Sixty-four words at a time, which become 64 bytes of each table. */
TARGET static ALWAYS_INLINE void prepare(wide_context *w) {
    const vec columns = {0x3830282018100800, 0x3931292119110901, 0x3a322a221a120a02,
                         0x3b332b231b130b03, 0x3c342c241c140c04, 0x3d352d251d150d05,
                         0x3e362e261e160e06, 0x3f372f271f170f07};
    for (unsigned i = 0; i < WORDS; i += 64) {
        __m512i x[8];
        for (unsigned j = 0; j < 8; j++) {
            const __m512i words = _mm512_loadu_si512(w->narrow.kx + i + 8 * j);
            x[j] = _mm512_permutexvar_epi8((__m512i)columns, words);
        }
        transpose_8x8(x);
        for (unsigned j = 0; j < 8; j++) _mm512_store_si512(w->bytes[j] + i, x[j]);
    }
}

/* Of eight sets each. */
typedef struct {
    byte eight[SETS / 8];
} places;

/* Both words of 16 bytes of each set stand side by side, and the sets one behind the other. */
TARGET static ALWAYS_INLINE places places_of(const vec x[SETS], unsigned sets) {
    const vec low_bytes = {0x4840080048400800, 0x4840080048400800, 0x5850181058501810,
                           0x5850181058501810, 0x6860282068602820, 0x6860282068602820,
                           0x7870383078703830, 0x7870383078703830};
    places p = {0};
    for (unsigned n = 0; n < sets; n += 2)
        p.eight[n / 8] |= (byte)_mm512_maskz_permutex2var_epi8(
            UINT64_C(0x000f000f000f000f) << 2 * (n % 8), (__m512i)x[n], (__m512i)low_bytes,
            (__m512i)x[n + 1]);
    return p;
}

/* As transpose_16x16 does it, but half as many rows. */
TARGET static ALWAYS_INLINE void bytes_to_sets(vec y[SETS], byte x[8]) {
    for (unsigned step = 0; step < 3; step++) interlace(x, 8);
    for (unsigned i = 0; i < 8; i++) y[i] = (vec)x[i];
}

/* A place `further` on is modulo the number of words, as the first stand behind the last again. */
TARGET static ALWAYS_INLINE void look_up(vec found[SETS], const wide_context *w, places p,
                                         unsigned further, unsigned sets) {
    for (unsigned n = 0; n < sets; n += 8) {
        byte x[8];
        for (unsigned j = 0; j < 8; j++)
            x[j] = look_up_256(w->bytes[j], p.eight[n / 8] + (uint8_t)further);
        bytes_to_sets(found + n, x);
    }
}

TARGET static ALWAYS_INLINE vec look_up_16(const uint64_t table[16], vec x) {
    return (vec)_mm512_permutex2var_epi64(_mm512_loadu_si512(table), (__m512i)x,
                                          _mm512_loadu_si512(table + 8));
}

#include "hpc_lanes.h"

#endif
