/* SPDX-License-Identifier: Apache-2.0
 * The round keys of LOKI97, which all of its engines share. */
#ifndef FIFTEEN_LOKI97_H
#define FIFTEEN_LOKI97_H

#include <stdint.h>

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 64 };

/* Five words a round: the first is added before f and the last after it, SK(3i-2) and SK(3i); the
 * others are f's second input, SK(3i-1), split. */
enum { ROUNDS = 16, ROUND_WORDS = 5 };

typedef struct {
    uint64_t k[ROUNDS][ROUND_WORDS];
} loki97_context;

#endif
