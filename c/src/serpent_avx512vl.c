/* SPDX-License-Identifier: Apache-2.0
 * Serpent with AVX-512 and registers of 256 bits, one word of eight blocks. A few
 * blocks, and what is left of many, go this way. */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (serpent_lanes.h) ---- */

#define TARGET AVX512VL

#include "lanes256.h"

#define THIS fifteen_serpent_avx512vl
#define FEWER fifteen_serpent_portable
#define NAME "avx512vl"
#define NEEDS "avx512f avx512bw avx512vl avx2"

enum { PAYS = 3, FILLED = PAYS, FILLED_ON_INTEL = FILLED };

AVX512VL static ALWAYS_INLINE word left(word x, unsigned n) { return x << n | x >> (32 - n); }

#include "serpent_lanes.h"

#endif
