/* SPDX-License-Identifier: Apache-2.0
 * DES and Triple-DES, 256 blocks at once, each bit of them in a register of 256
 * bits, with AVX-512 (des_bitsliced.h says how). What is far less than 512 blocks
 * goes this way.
 * Constant-time, but for the up to 23 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_AVX512

#include "wide512.h"

#define TARGET AVX512VL
#include "bits256.h"

#define THIS fifteen_des_bitslicedvl
#define THIS_TRIPLE fifteen_3des_bitslicedvl
#define NAME "bitslicedvl"
#define NEEDS "avx512f avx512bw avx512vl avx2"
#define FEWER fifteen_des_portable
#define FEWER_TRIPLE fifteen_3des_portable

enum { PAYS = 24, FILLED = PAYS };

#include "des_sliced.h"

#endif
