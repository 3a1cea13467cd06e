/* SPDX-License-Identifier: Apache-2.0
 * DEAL, 256 blocks at once.
 *
 * A register of 256 bits, with AVX-512, holds one bit of every block, as in DES's
 * engine of that shape. What is far less than 512 blocks goes this
 * way.
 * The halves of the blocks are two such sets of 64 bits.
 * Constant-time, but for the up to 23 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_AVX512

#include "wide512.h"

#define TARGET AVX512VL
#include "bits256.h"

#define THIS fifteen_deal_bitslicedvl
#define NAME "bitslicedvl"
#define NEEDS "avx512f avx512bw avx512vl avx2"
#define FEWER fifteen_deal_portable

enum { PAYS = 24, FILLED = PAYS };

#include "deal_sliced.h"

#endif
