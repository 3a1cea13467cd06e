/* SPDX-License-Identifier: Apache-2.0
 * DES and Triple-DES, 256 blocks at once, each bit of them in a register of AVX2
 * (des_bitsliced.h says how).
 * Constant-time, but for the up to 29 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "bits256.h"

#define THIS fifteen_des_bitsliced
#define THIS_TRIPLE fifteen_3des_bitsliced
#define NAME "bitsliced"
#define NEEDS "avx2"
#define FEWER fifteen_des_portable
#define FEWER_TRIPLE fifteen_3des_portable

enum { PAYS = 30, FILLED = PAYS };

#include "des_sliced.h"

#endif
