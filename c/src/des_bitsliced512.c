/* SPDX-License-Identifier: Apache-2.0
 * DES and Triple-DES, 512 blocks at once, each bit of them in a register of
 * AVX-512 (des_bitsliced.h says how).
 * Constant-time, but for the up to 23 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_AVX512

#include "bits512.h"

#define THIS fifteen_des_bitsliced512
#define THIS_TRIPLE fifteen_3des_bitsliced512
#define NAME "bitsliced512"
#define NEEDS "avx512f avx512bw avx512vl avx2"
#define FEWER fifteen_des_bitslicedvl
#define FEWER_TRIPLE fifteen_3des_bitslicedvl

enum { PAYS = 24, FILLED = SLICED_BLOCKS / 2 + 16 };

#include "des_sliced.h"

#endif
