/* SPDX-License-Identifier: Apache-2.0
 * LOKI97, 512 blocks at once, each bit of them in a register of AVX-512
 * (loki97_sliced.h says how).
 * Constant-time, but for the up to 43 blocks (on Intel 53) that are left to
 * the portable engine and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_AVX512

#include "bits512.h"

#define THIS fifteen_loki97_avx512
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vl avx2"
#define FEWER fifteen_loki97_avx512vl

#define PAYS {44, 44, 54}
#define FILLED {SLICED_BLOCKS / 2 + 16, SLICED_BLOCKS / 2 + 16, SLICED_BLOCKS / 2 + 30}

#include "loki97_sliced.h"

#endif
