/* SPDX-License-Identifier: Apache-2.0
 * What is the same for registers of any width in DES's and Triple-DES's engines of
 * many blocks at once. Who includes this has chosen them (bits256.h or bits512.h), and
 * says from how many blocks a batch takes less time than the portable engine: PAYS. */
#ifndef FIFTEEN_DES_SLICED_H
#define FIFTEEN_DES_SLICED_H

#include "des_bitsliced.h"

extern const fifteen_engine fifteen_des_portable, fifteen_3des_portable;

/* ---- Context ---- */

typedef struct {
    des_context portable;
    uint32_t masks[DES_ROUNDS][ROUND_KEY_BITS];
} sliced_context;

typedef struct {
    triple_context portable;
    uint32_t masks[TRIPLE_ROUNDS][ROUND_KEY_BITS];
} sliced_triple_context;

/* ---- Key schedule ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    sliced_context *c = context;
    int error = fifteen_des_portable.set_key(&c->portable, key, key_bits, directions);
    if (error == FIFTEEN_OK) spread(c->masks, c->portable.k, DES_ROUNDS);
    return error;
}

static int set_key_triple(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    sliced_triple_context *c = context;
    int error = fifteen_3des_portable.set_key(&c->portable, key, key_bits, directions);
    if (error == FIFTEEN_OK) spread(c->masks, c->portable.k, TRIPLE_ROUNDS);
    return error;
}

/* ---- Encryption ---- */

TARGET static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_context *c = context;
    bits x[BLOCK_BITS];
    slice(x, in);
    rounds_of(x, x, 0, c->masks, 1);
    unslice(out, x, 1);
}

TARGET static void encrypt_batch_triple(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_triple_context *c = context;
    bits x[BLOCK_BITS];
    slice(x, in);
    rounds_of(x, x, 0, c->masks, 1);
    rounds_of(x, x, 1, c->masks + DES_ROUNDS, 1);
    rounds_of(x, x, 0, c->masks + 2 * DES_ROUNDS, 1);
    unslice(out, x, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, encrypt_batch,
               fifteen_des_portable.encrypt);
}

static void encrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, encrypt_batch_triple,
               fifteen_3des_portable.encrypt);
}

/* ---- Decryption ---- */

TARGET static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_context *c = context;
    bits x[BLOCK_BITS];
    slice(x, in);
    rounds_of(x, x, 0, c->masks + DES_ROUNDS - 1, -1);
    unslice(out, x, 1);
}

TARGET static void decrypt_batch_triple(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_triple_context *c = context;
    bits x[BLOCK_BITS];
    slice(x, in);
    rounds_of(x, x, 0, c->masks + TRIPLE_ROUNDS - 1, -1);
    rounds_of(x, x, 1, c->masks + 2 * DES_ROUNDS - 1, -1);
    rounds_of(x, x, 0, c->masks + DES_ROUNDS - 1, -1);
    unslice(out, x, 1);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, decrypt_batch,
               fifteen_des_portable.decrypt);
}

static void decrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, PAYS, decrypt_batch_triple,
               fifteen_3des_portable.decrypt);
}

#endif
