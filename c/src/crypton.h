/* SPDX-License-Identifier: Apache-2.0
 * The versions and the round keys of CRYPTON, which all of its engines share. */
#ifndef FIFTEEN_CRYPTON_H
#define FIFTEEN_CRYPTON_H

#include <stdint.h>

enum { ROUNDS = 12, KEY_MIN = 64, KEY_MAX = 256, KEY_STEP = 32 };

typedef enum { V0_5, V1_0 } version;

/* The columns by which an even round is turned against an odd one. */
static inline unsigned even_turn(version v) { return v == V0_5 ? 1 : 2; }

typedef struct {
    uint32_t ek[4 * (ROUNDS + 1)]; /* round keys of encryption */
    uint32_t dk[4 * (ROUNDS + 1)]; /* of decryption */
} crypton_context;

#endif
