/* SPDX-License-Identifier: Apache-2.0
 * What is the same for registers of any width in DES's and Triple-DES's engines of
 * many blocks at once. Who includes this has chosen them (bits256.h or bits512.h), and
 * says which engines these are, THIS and THIS_TRIPLE, their NAME and what they NEED;
 * from how many blocks under a key each PAYS; and from how many a batch takes less time
 * than FEWER and FEWER_TRIPLE, which do the rest: FILLED. */
#ifndef FIFTEEN_DES_SLICED_H
#define FIFTEEN_DES_SLICED_H

#include "des_bitsliced.h"
#include "mode_tools.h"

extern const fifteen_engine fifteen_des_portable, fifteen_3des_portable, FEWER, FEWER_TRIPLE, THIS,
    THIS_TRIPLE;

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

typedef void bits_encryption(const void *context, bits x[BLOCK_BITS], const bits from[BLOCK_BITS]);

TARGET static void encrypt_bits(const void *context, bits x[BLOCK_BITS],
                                const bits from[BLOCK_BITS]) {
    const sliced_context *c = context;
    rounds_of(x, from, 0, c->masks, 1);
}

TARGET static void encrypt_bits_triple(const void *context, bits x[BLOCK_BITS],
                                       const bits from[BLOCK_BITS]) {
    const sliced_triple_context *c = context;
    rounds_of(x, from, 0, c->masks, 1);
    rounds_of(x, x, 1, c->masks + DES_ROUNDS, 1);
    rounds_of(x, x, 0, c->masks + 2 * DES_ROUNDS, 1);
}

TARGET static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    bits x[BLOCK_BITS];
    slice(x, in);
    encrypt_bits(context, x, x);
    unslice(out, x, 1);
}

TARGET static void encrypt_batch_triple(const void *context, const uint8_t *in, uint8_t *out) {
    bits x[BLOCK_BITS];
    slice(x, in);
    encrypt_bits_triple(context, x, x);
    unslice(out, x, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, FILLED, encrypt_batch, FEWER.encrypt);
}

static void encrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, FILLED, encrypt_batch_triple,
               FEWER_TRIPLE.encrypt);
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
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, FILLED, decrypt_batch, FEWER.decrypt);
}

static void decrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SLICED_BLOCKS, FILLED, decrypt_batch_triple,
               FEWER_TRIPLE.decrypt);
}

/* ---- CTR: the counters stay in bits, from one batch to the next ---- */

enum { STREAM = 8 * SLICED_BLOCKS, ROOM = 64 }; /* bytes: ROOM is what is written beyond */

/* From the counters of a batch, the first of which is `low`, to the next one's: adds the size of
 * a batch. Above the highest bit in which any of both differ, nothing changes. */
TARGET static void count_on(bits counters[BLOCK_BITS], uint64_t low) {
    const uint64_t differing = low ^ (low + 2 * SLICED_BLOCKS - 1);
    bits carry = ~(bits){0};
    unsigned n = 0;
    while (1 << n < SLICED_BLOCKS) n++;
    for (; n < BLOCK_BITS && differing >> n != 0; n++) {
        bits *const counted = &counters[8 * (7 - n / 8) + n % 8];
        const bits before = *counted;
        *counted ^= carry;
        carry &= before;
    }
}

TARGET static void ctr_batches(const void *context, bits_encryption *by, uint64_t low,
                               const uint8_t *in, uint8_t *out, size_t batches) {
    uint8_t stream[STREAM + ROOM];
    bits counters[BLOCK_BITS], x[BLOCK_BITS];
    fifteen_modes_avx2.write_counters(stream, NULL, 8, low, SLICED_BLOCKS);
    slice(counters, stream);
    for (; batches > 0; batches--, in += STREAM, out += STREAM) {
        by(context, x, counters);
        unslice(stream, x, 1);
        fifteen_modes_avx2.xor_bytes(out, in, stream, STREAM);
        count_on(counters, low);
        low += SLICED_BLOCKS;
    }
    wipe_bytes(x, sizeof x);
    wipe_bytes(stream, STREAM);
}

/* Of a single batch, counters in bits save nothing. */
static void ctr_blocks(const fifteen_engine *e, const void *context, bits_encryption *by,
                       uint8_t *chain, const uint8_t *in, uint8_t *out, size_t blocks) {
    const size_t whole = blocks < 2 * SLICED_BLOCKS ? 0 : blocks - blocks % SLICED_BLOCKS;
    if (whole > 0) {
        const uint64_t low = load64_be(chain);
        ctr_batches(context, by, low, in, out, whole / SLICED_BLOCKS);
        store64_be(chain, low + whole);
    }
    if (blocks > whole)
        fifteen_ctr_over(e, context, chain, in + 8 * whole, out + 8 * whole, blocks - whole);
}

static void ctr(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                size_t blocks) {
    ctr_blocks(&THIS, context, encrypt_bits, chain, in, out, blocks);
}

static void ctr_triple(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                       size_t blocks) {
    ctr_blocks(&THIS_TRIPLE, context, encrypt_bits_triple, chain, in, out, blocks);
}

static const fifteen_modes modes = {.ctr = ctr}, modes_triple = {.ctr = ctr_triple};

/* ---- Engines ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(sliced_context)); }

static void wipe_triple(void *context) { wipe_bytes(context, sizeof(sliced_triple_context)); }

const fifteen_engine THIS = {
    .cipher = "des",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 8,
    .key_bits = {64, 64, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(sliced_context),
    .context_align = _Alignof(sliced_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .modes = &modes,
    .wipe = wipe,
};

const fifteen_engine THIS_TRIPLE = {
    .cipher = "3des",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 8,
    .key_bits = {128, 192, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(sliced_triple_context),
    .context_align = _Alignof(sliced_triple_context),
    .set_key = set_key_triple,
    .encrypt = encrypt_triple,
    .decrypt = decrypt_triple,
    .modes = &modes_triple,
    .wipe = wipe_triple,
};

#endif
