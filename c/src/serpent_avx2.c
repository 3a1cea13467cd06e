/* SPDX-License-Identifier: Apache-2.0
 * Serpent with AVX2: a register holds one word of eight blocks. */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (serpent_lanes.h) ---- */

#define TARGET AVX2

#include "lanes256.h"

#define THIS fifteen_serpent_avx2
#define FEWER fifteen_serpent_portable
#define NAME "avx2"
#define NEEDS "avx2"

enum { PAYS = 4, FILLED = PAYS, FILLED_ON_INTEL = FILLED };

/* By 1 with an addition, which more units of a processor can do than shifts. */
AVX2 static ALWAYS_INLINE word left(word x, unsigned n) {
    return (n == 1 ? x + x : x << n) | x >> (32 - n);
}

#include "serpent_lanes.h"

#endif
