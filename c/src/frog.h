/* SPDX-License-Identifier: Apache-2.0
 * The internal key of FROG, which all of its engines share. */
#ifndef FIFTEEN_FROG_H
#define FIFTEEN_FROG_H

#include <stdint.h>

enum { KEY_MIN = 40, KEY_MAX = 1000, KEY_STEP = 8, ROUNDS = 8, BLOCK = 16 };

/* The internal key, XorBu with each byte in all lanes of a word. */
typedef struct {
    uint64_t xor_bu[ROUNDS][BLOCK];
    uint8_t bomb_permu[ROUNDS][BLOCK];
    uint8_t subst_permu[ROUNDS][256];
    uint8_t inverse[ROUNDS][256];
} frog_context;

#endif
