/* SPDX-License-Identifier: Apache-2.0
 * The round keys of DFC, its sizes and constants, which all of its engines share. */
#ifndef FIFTEEN_DFC_H
#define FIFTEEN_DFC_H

#include <stdint.h>

enum { ROUNDS = 8, KEY_MIN = 0, KEY_MAX = 256, KEY_STEP = 8 };

/* Of the digits of e, after the table RT: of the confusion permutation. */
#define KD E[32]
#define KC (E[33] >> 32)

typedef struct {
    uint64_t a, b;
} round_key;

typedef struct {
    round_key k[ROUNDS];
} dfc_context;

#endif
