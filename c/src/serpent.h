/* SPDX-License-Identifier: Apache-2.0
 * The round keys of Serpent, which all of its engines share. */
#ifndef FIFTEEN_SERPENT_H
#define FIFTEEN_SERPENT_H

#include <stdint.h>

enum { ROUNDS = 32 };

typedef struct {
    uint32_t w[8 + 4 * (ROUNDS + 1)]; /* the padded key, then the round keys */
} serpent_context;

#endif
