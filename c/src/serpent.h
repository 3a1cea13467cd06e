/* SPDX-License-Identifier: Apache-2.0
 * The round keys of Serpent, which all of its engines share. */
#ifndef FIFTEEN_SERPENT_H
#define FIFTEEN_SERPENT_H

#include <stdint.h>

enum { ROUNDS = 32 };

typedef struct {
    uint32_t k[4 * (ROUNDS + 1)]; /* as the S-boxes of serpent_rounds.h want them */
} serpent_context;

#endif
