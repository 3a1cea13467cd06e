/* SPDX-License-Identifier: Apache-2.0
 * The round keys of E2, which all of its engines share. */
#ifndef FIFTEEN_E2_H
#define FIFTEEN_E2_H

#include <stdint.h>

enum { ROUNDS = 12, KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 64 };

typedef struct {
    uint64_t k[2 * ROUNDS]; /* of the rounds, in the order of the half blocks */
    uint64_t added[4];      /* of the initial transformation, of the final one */
    uint32_t factor[8];
} e2_keys;

typedef struct {
    e2_keys encryption, decryption;
} e2_context;

#endif
