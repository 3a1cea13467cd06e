/* SPDX-License-Identifier: Apache-2.0
 * DEAL, 512 blocks at once.
 *
 * A register of AVX-512 holds one bit of every block, as in DES's engine of that shape.
 * The halves of the blocks are two such sets of 64 bits.
 * Constant-time, but for the up to 23 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_AVX512

#include "bits512.h"

#define THIS fifteen_deal_bitsliced512
#define NAME "bitsliced512"
#define NEEDS "avx512f avx512bw avx512vl avx2"
#define FEWER fifteen_deal_bitslicedvl

enum { PAYS = 24, FILLED = SLICED_BLOCKS / 2 + 16 };

#include "deal_sliced.h"

#endif
