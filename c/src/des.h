/* SPDX-License-Identifier: Apache-2.0
 * What the engines of DES and Triple-DES share, and DES for a cipher that is
 * made of it. */
#ifndef FIFTEEN_DES_H
#define FIFTEEN_DES_H

#include <stdint.h>

enum { DES_ROUNDS = 16, TRIPLE_ROUNDS = 3 * DES_ROUNDS, DES_BATCH = 4 };

/* The round keys as encryption uses them; decryption goes backwards. The six bits
 * for each S-box are the low ones of a byte, S1's in the highest. */
typedef struct {
    uint64_t k[DES_ROUNDS];
} des_context;

typedef struct {
    uint64_t k[TRIPLE_ROUNDS];
} triple_context;

/* A block between IP and its inverse, each half expanded by E. All of that is
 * linear: such blocks can be added. */
typedef struct {
    uint64_t l, r;
} des_block;

void fifteen_des_expand_key(uint64_t k[DES_ROUNDS], const uint8_t key[8]);

/* IP and E; the inverses. */
des_block fifteen_des_load(const uint8_t in[8]);
void fifteen_des_store(uint8_t out[8], des_block x);

/* to += DES(from), for DES_BATCH blocks at once or for fewer one by one. */
void fifteen_des_add(des_block to[], const des_block from[], const uint64_t k[DES_ROUNDS],
                     unsigned lanes);

#endif
