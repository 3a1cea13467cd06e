/* SPDX-License-Identifier: Apache-2.0
 * The round keys of DFC, which all of its engines share. */
#ifndef FIFTEEN_DFC_H
#define FIFTEEN_DFC_H

#include <stdint.h>

enum { ROUNDS = 8, KEY_MIN = 0, KEY_MAX = 256, KEY_STEP = 8 };

/* Of the digits of e: what the confusion permutation adds last. */
#define KD E[32]

typedef struct {
    uint64_t a, b;
} round_key;

typedef struct {
    round_key k[ROUNDS];
} dfc_context;

#endif
