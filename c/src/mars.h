/* SPDX-License-Identifier: Apache-2.0
 * The round keys of MARS, its S-box and its unkeyed mixing, which all of its
 * engines share. */
#ifndef FIFTEEN_MARS_H
#define FIFTEEN_MARS_H

#include "bytes.h"

/* ---- Tables ---- */

#include "mars_tables.h" /* written by tables.py */

/* ---- Context ---- */

enum { KEYS = 40 };

typedef struct {
    uint32_t k[KEYS]; /* K of the specification */
} mars_context;

/* ---- Mixing ---- */

static ALWAYS_INLINE uint32_t s0(uint32_t x) { return S[x & 255]; }

/* By a pointer: gcc would add 256 to each index. */
static ALWAYS_INLINE uint32_t s1(uint32_t x) {
    const uint32_t *half = S + 256;
    return half[x & 255];
}

/* One word into the three others. */
static ALWAYS_INLINE void mix(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    const uint32_t rotated = rotr32(*a, 24);
    *b = (*b ^ s0(*a)) + s1(*a >> 8);
    *c += s0(rotated >> 24);
    *d ^= s1(rotated);
    *a = rotated;
}

static ALWAYS_INLINE void unmix(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d) {
    const uint32_t rotated = rotl32(*a, 24);
    *b ^= s1(*a);
    *c -= s0(*a >> 24);
    *d = (*d - s1(rotated >> 8)) ^ s0(rotated);
    *a = rotated;
}

/* Of some blocks side by side, to hide the latency of each other's look-ups. */
static ALWAYS_INLINE void forward_mixing(uint32_t x[][4], unsigned blocks) {
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < blocks; n++) {
            mix(&x[n][0], &x[n][1], &x[n][2], &x[n][3]);
            x[n][0] += x[n][3];
        }
        for (unsigned n = 0; n < blocks; n++) {
            mix(&x[n][1], &x[n][2], &x[n][3], &x[n][0]);
            x[n][1] += x[n][2];
        }
        for (unsigned n = 0; n < blocks; n++) mix(&x[n][2], &x[n][3], &x[n][0], &x[n][1]);
        for (unsigned n = 0; n < blocks; n++) mix(&x[n][3], &x[n][0], &x[n][1], &x[n][2]);
    }
}

static ALWAYS_INLINE void backward_mixing(uint32_t x[][4], unsigned blocks) {
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned n = 0; n < blocks; n++) unmix(&x[n][0], &x[n][1], &x[n][2], &x[n][3]);
        for (unsigned n = 0; n < blocks; n++) unmix(&x[n][1], &x[n][2], &x[n][3], &x[n][0]);
        for (unsigned n = 0; n < blocks; n++) {
            x[n][2] -= x[n][1];
            unmix(&x[n][2], &x[n][3], &x[n][0], &x[n][1]);
        }
        for (unsigned n = 0; n < blocks; n++) {
            x[n][3] -= x[n][0];
            unmix(&x[n][3], &x[n][0], &x[n][1], &x[n][2]);
        }
    }
}

#endif
