/* SPDX-License-Identifier: Apache-2.0
 * The Hasty Pudding Cipher with AVX2: a register holds one word of four blocks (hpc_lanes.h).
 *
 * The words of the key that the data asks for are loaded one by one and put together, which is
 * faster than AVX2's gathering here.
 *
 * Not constant-time: the look-ups depend on key and data.
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "hpc.h"
#include "vec256.h"

#define SYMBOL(symbol) symbol##_avx2
#define NAME "avx2"
#define NEEDS "avx2"
#define FEWER_MEDIUM fifteen_hpc_portable
#define FEWER_SHORT fifteen_hpc_b64_portable

enum { SETS = 4, UNROLLED = ROUNDS };
#define MANY_PAY {11, 11, 11}
#define MEDIUM_PAYS {5, 5, 5}
#define SHORT_PAYS {7, 7, 7}

/* ---- Look-ups ---- */

typedef struct {
    hpc_context narrow;
} wide_context;

static ALWAYS_INLINE void prepare(wide_context *w) { (void)w; }

/* What the words stand at in memory, where their low bytes are to be had. */
typedef struct {
    uint8_t byte[SETS][32];
} places;

AVX2 static ALWAYS_INLINE places places_of(const vec x[SETS], unsigned sets) {
    places p;
    for (unsigned n = 0; n < sets; n++) store(p.byte[n], x[n]);
    return p;
}

AVX2 static ALWAYS_INLINE __m256i everywhere(uint64_t x) {
    return _mm256_set1_epi64x((long long)x);
}

/* A load puts a word in all lanes for nothing, and to choose among lanes then takes any of
 * four units, where to insert a word takes one of two. */
AVX2 static ALWAYS_INLINE vec words_at(const uint64_t *table, const uint8_t place[32]) {
    const __m256i low =
        _mm256_blend_epi32(everywhere(table[place[0]]), everywhere(table[place[8]]), 0x0c);
    const __m256i high =
        _mm256_blend_epi32(everywhere(table[place[16]]), everywhere(table[place[24]]), 0xc0);
    return (vec)_mm256_blend_epi32(low, high, 0xf0);
}

AVX2 static ALWAYS_INLINE void look_up(vec found[SETS], const wide_context *w, places p,
                                       unsigned further, unsigned sets) {
    for (unsigned n = 0; n < sets; n++) found[n] = words_at(w->narrow.kx + further, p.byte[n]);
}

AVX2 static ALWAYS_INLINE vec look_up_16(const uint64_t table[16], vec x) {
    uint8_t place[32];
    store(place, x & 15);
    return words_at(table, place);
}

#include "hpc_lanes.h"

#endif
