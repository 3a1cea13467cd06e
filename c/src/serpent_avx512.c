/* SPDX-License-Identifier: Apache-2.0
 * Serpent with AVX-512: a register holds one word of sixteen blocks, and there are
 * instructions for rotations and for any function of three bits. */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (serpent_lanes.h) ---- */

#define TARGET AVX512BW

#include "lanes512.h"

#define THIS fifteen_serpent_avx512
#define FEWER fifteen_serpent_avx512vl
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vl avx2"

enum { PAYS = 3, FILLED = SET + SET / 2 + 1, FILLED_ON_INTEL = FILLED };

AVX512BW static ALWAYS_INLINE word left(word x, unsigned n) { return x << n | x >> (32 - n); }

#include "serpent_lanes.h"

#endif
