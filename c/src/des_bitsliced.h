/* SPDX-License-Identifier: Apache-2.0
 * DES on 256 blocks at once, for the engines of the ciphers that are made of it. */
#ifndef FIFTEEN_DES_BITSLICED_H
#define FIFTEEN_DES_BITSLICED_H

#include "des.h"
#include "wide.h"

#if FIFTEEN_X86

/* The same bit of 256 blocks. In which order the blocks stand is no matter. */
typedef u32x8 bits;

enum { SLICED_BLOCKS = 256, BLOCK_BITS = 64, ROUND_KEY_BITS = 48 };

/* Round keys with a word of ones or zeros for each bit: of 16, 32 or 48 rounds. */
void fifteen_des_spread(uint32_t masks[][ROUND_KEY_BITS], const uint64_t *k, unsigned rounds);

/* To and from blocks that lie one behind the other, or in x itself. IP leaves a
 * block's left half in the even places and the right one in the odd places; they
 * are the other way round if `exchanged` is 1, not 0. */
void fifteen_des_slice(bits x[BLOCK_BITS], const uint8_t *in);
void fifteen_des_unslice(uint8_t *out, const bits x[BLOCK_BITS], unsigned exchanged);

/* Sixteen rounds, without the last exchange of halves: each is every second one
 * from `left` or `right` on. The masks are those of the first round to do, the
 * next `step` further. */
void fifteen_des_rounds(bits *left, bits *right, const uint32_t (*masks)[ROUND_KEY_BITS], int step);

#endif
#endif
