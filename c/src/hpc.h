/* SPDX-License-Identifier: Apache-2.0
 * The expanded key and the spice of the Hasty Pudding Cipher, which all of its
 * engines share, and what they need to agree on. */
#ifndef FIFTEEN_HPC_H
#define FIFTEEN_HPC_H

#include <stdint.h>

enum { SHORT_BITS = 64, MEDIUM_BITS = 128 }; /* of a block */
enum { WORDS = 256, SPICE = 8, ROUNDS = 8 };

/* The second look-up of round i is so far behind the first. */
#define NEXT(i) (3 * (i) + 1)
enum { AGAIN = NEXT(ROUNDS - 1) };

typedef struct {
    uint64_t kx[WORDS + AGAIN]; /* KX of the specification; the first words again behind the last */
    uint64_t spice[SPICE];
} hpc_context;

static const uint64_t PI19 = 3141592653589793238u; /* digits of pi */

/* The shifts for blocks of 64 bits. */
enum { LBH = 32, LBQ = 16, LBT = 22, GAP = 0 };

#endif
