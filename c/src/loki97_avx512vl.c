/* SPDX-License-Identifier: Apache-2.0
 * LOKI97, 256 blocks at once, each bit of them in a register of 256 bits, with
 * AVX-512 (loki97_sliced.h says how). What is far less than 512 blocks goes this
 * way.
 * Constant-time, but for the up to 43 blocks (on Intel 53) that are left to
 * the portable engine and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_AVX512

#include "wide512.h"

#define TARGET AVX512VL
#include "bits256.h"

#define THIS fifteen_loki97_avx512vl
#define NAME "avx512vl"
#define NEEDS "avx512f avx512bw avx512vl avx2"
#define FEWER fifteen_loki97_portable

#define PAYS {44, 44, 54}
#define FILLED PAYS

#include "loki97_sliced.h"

#endif
