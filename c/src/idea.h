/* SPDX-License-Identifier: Apache-2.0
 * The subkeys of IDEA, which all of its engines share. */
#ifndef FIFTEEN_IDEA_H
#define FIFTEEN_IDEA_H

#include <stdint.h>

enum { ROUNDS = 8, SUBKEYS = 6 * ROUNDS + 4 };

typedef struct {
    uint16_t ek[SUBKEYS];
    uint16_t dk[SUBKEYS];
} idea_context;

#endif
