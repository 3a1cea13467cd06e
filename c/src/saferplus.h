/* SPDX-License-Identifier: Apache-2.0
 * The round keys of SAFER+, which all of its engines share. */
#ifndef FIFTEEN_SAFERPLUS_H
#define FIFTEEN_SAFERPLUS_H

#include <stdint.h>

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 64, MAX_ROUNDS = 16 };

typedef struct {
    unsigned rounds;
    uint8_t k[16 * (2 * MAX_ROUNDS + 1)]; /* two a round, one for the output */
} saferplus_context;

#endif
