/* SPDX-License-Identifier: Apache-2.0
 * The round keys of DEAL, which all of its engines share. */
#ifndef FIFTEEN_DEAL_H
#define FIFTEEN_DEAL_H

#include "des.h"

enum { MAX_ROUNDS = 8 };

typedef struct {
    uint64_t k[MAX_ROUNDS][DES_ROUNDS]; /* DES's round keys for each RK */
    unsigned rounds;
} deal_context;

#endif
