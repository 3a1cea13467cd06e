/* SPDX-License-Identifier: Apache-2.0
 * LOKI97, 256 blocks at once, each bit of them in a register of AVX2
 * (loki97_sliced.h says how).
 * Constant-time, but for the up to 59 blocks (on Intel 81) that are left to
 * the portable engine and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "bits256.h"

#define THIS fifteen_loki97_avx2
#define NAME "avx2"
#define NEEDS "avx2"
#define FEWER fifteen_loki97_portable

#define PAYS {60, 60, 82}
#define FILLED PAYS

#include "loki97_sliced.h"

#endif
