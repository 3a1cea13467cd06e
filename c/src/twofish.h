/* SPDX-License-Identifier: Apache-2.0
 * The tables and round keys of Twofish, which all of its engines share. */
#ifndef FIFTEEN_TWOFISH_H
#define FIFTEEN_TWOFISH_H

#include <stdint.h>

enum { ROUNDS = 16 };

typedef struct {
    uint32_t s[4][256];         /* what each byte of its input adds to g */
    uint32_t k[8 + 2 * ROUNDS]; /* four to whiten the input, four the output, two a round */
} twofish_context;

#endif
