/* SPDX-License-Identifier: Apache-2.0
 * The key of MAGENTA, and which part of it goes where: what all of its engines share. */
#ifndef FIFTEEN_MAGENTA_H
#define FIFTEEN_MAGENTA_H

#include <stdint.h>

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 64 };

typedef struct {
    uint32_t size;           /* 0, 1, 2: of 128, 192, 256 bits */
    uint32_t k[KEY_MAX / 8]; /* the key's bytes, each as the second of its word */
} magenta_context;

enum { MAX_ROUNDS = 8 };

/* Pairs of rounds. */
static const uint8_t PAIRS[3] = {3, 3, 4};

/* Which eight bytes of the key each round takes. */
static const uint8_t ORDER[3][MAX_ROUNDS] = {
    {0, 0, 1, 1, 0, 0},
    {0, 1, 2, 2, 1, 0},
    {0, 1, 2, 3, 3, 2, 1, 0},
};

#endif
