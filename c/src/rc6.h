/* SPDX-License-Identifier: Apache-2.0
 * The round keys of RC6, which all of its engines share. */
#ifndef FIFTEEN_RC6_H
#define FIFTEEN_RC6_H

#include <stdint.h>

enum { ROUNDS = 20, KEYS = 2 * ROUNDS + 4 };

typedef struct {
    uint32_t k[KEYS]; /* S of the specification */
} rc6_context;

#endif
