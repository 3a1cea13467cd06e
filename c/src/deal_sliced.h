/* SPDX-License-Identifier: Apache-2.0
 * What is the same for registers of any width in DEAL's engines of many blocks at
 * once. Who includes this has chosen them (bits256.h or bits512.h), and says which engine
 * this is, THIS, its NAME and what it NEEDS; from how many blocks under a key it PAYS; and
 * from how many a batch takes less time than the engine FEWER, which does the rest: FILLED. */
#ifndef FIFTEEN_DEAL_SLICED_H
#define FIFTEEN_DEAL_SLICED_H

#include "deal.h"
#include "des_bitsliced.h"

extern const fifteen_engine fifteen_deal_portable, FEWER;

/* ---- Context ---- */

typedef struct {
    deal_context portable;
    uint32_t masks[MAX_ROUNDS][DES_ROUNDS][ROUND_KEY_BITS];
} sliced_context;

/* ---- Key schedule ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    sliced_context *c = context;
    int error = fifteen_deal_portable.set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    for (unsigned i = 0; i < c->portable.rounds; i++)
        spread(c->masks[i], c->portable.k[i], DES_ROUNDS);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* The left halves of the blocks, and the right ones. */
typedef struct {
    bits l[BLOCK_BITS], r[BLOCK_BITS];
} halves;

/* Lanes of two registers hold a block each; then the lanes of the one hold both's left halves,
 * those of the other the right ones. */
TARGET static ALWAYS_INLINE void part(bits *x, bits *y) {
    const bits a = *x, b = *y;
    *x = low_halves(a, b);
    *y = high_halves(a, b);
}

TARGET static void load_halves(halves *x, const uint8_t *in) {
    for (unsigned i = 0; i < BLOCK_BITS; i++) {
        x->l[i] = load_bits(in + REGISTER * 2 * i);
        x->r[i] = load_bits(in + REGISTER * (2 * i + 1));
        part(&x->l[i], &x->r[i]);
    }
    slice(x->l, (const uint8_t *)x->l);
    slice(x->r, (const uint8_t *)x->r);
}

TARGET static void store_halves(uint8_t *out, halves *x) {
    unslice((uint8_t *)x->l, x->l, 0);
    unslice((uint8_t *)x->r, x->r, 0);
    for (unsigned i = 0; i < BLOCK_BITS; i++) {
        part(&x->l[i], &x->r[i]);
        store_bits(out + REGISTER * 2 * i, x->l[i]);
        store_bits(out + REGISTER * (2 * i + 1), x->r[i]);
    }
}

/* to += DES(from). */
TARGET static void add_des(bits to[BLOCK_BITS], const bits from[BLOCK_BITS],
                           const uint32_t (*masks)[ROUND_KEY_BITS]) {
    bits x[BLOCK_BITS];
    rounds_of(x, from, 0, masks, 1);
    for (unsigned i = 0; i < BLOCK_BITS; i++) to[i] ^= x[i ^ 1];
}

static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_context *c = context;
    halves x;
    load_halves(&x, in);
    for (unsigned i = 0; i < c->portable.rounds; i += 2) {
        add_des(x.r, x.l, c->masks[i]);
        add_des(x.l, x.r, c->masks[i + 1]);
    }
    store_halves(out, &x);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SLICED_BLOCKS, FILLED, encrypt_batch, FEWER.encrypt);
}

/* ---- Decryption ---- */

static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const sliced_context *c = context;
    halves x;
    load_halves(&x, in);
    for (unsigned i = c->portable.rounds; i > 0; i -= 2) {
        add_des(x.l, x.r, c->masks[i - 1]);
        add_des(x.r, x.l, c->masks[i - 2]);
    }
    store_halves(out, &x);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SLICED_BLOCKS, FILLED, decrypt_batch, FEWER.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(sliced_context)); }

const fifteen_engine THIS = {
    .cipher = "deal",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {128, 256, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(sliced_context),
    .context_align = _Alignof(sliced_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
