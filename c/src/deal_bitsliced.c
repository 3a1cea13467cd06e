/* SPDX-License-Identifier: Apache-2.0
 * DEAL, 256 blocks at once.
 *
 * A register of AVX2 holds one bit of every block, as in DES's engine of that shape.
 * The halves of the blocks are two such sets of 64 bits.
 * Constant-time, but for the up to 29 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "bits256.h"

#define THIS fifteen_deal_bitsliced
#define NAME "bitsliced"
#define NEEDS "avx2"
#define FEWER fifteen_deal_portable

enum { PAYS = 30, FILLED = PAYS };

#include "deal_sliced.h"

#endif
