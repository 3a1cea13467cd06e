/* SPDX-License-Identifier: Apache-2.0
 * DEAL.
 *
 * Lars Knudsen, submitted by Richard Outerbridge, 1998.
 * "DEAL - A 128-bit Block Cipher" (1998).
 * Block 128 bits, key 128, 192 or 256; 6 rounds, or 8 with a key of 256 bits.
 * Bytes are as DES takes them; bits are counted from 1, the most significant of
 * the first byte.
 *
 * A round is a whole DES on one half of the block, added to the other half. The
 * halves stay as DES has them after IP and E: between one DES and the next, the
 * permutations cancel.
 * Not constant-time: DES's look-ups depend on key and data.
 */
#include "deal.h"

#include "bytes.h"

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 64 };

/* The parts of the key, in turn, in a chain of DES under a fixed key. Once all have been used, each
 * further one has a bit changed: the first, the second, and so on. */
static void make_round_keys(uint8_t rk[MAX_ROUNDS][8], unsigned rounds, const uint8_t *key,
                            unsigned parts) {
    static const uint8_t fixed[8] = {0x01, 0x23, 0x45, 0x67, 0x89, 0xab, 0xcd, 0xef};
    uint64_t k[DES_ROUNDS];
    uint8_t sum[8] = {0};
    des_block x, y;
    fifteen_des_expand_key(k, fixed);
    for (unsigned i = 0; i < rounds; i++) {
        for (unsigned n = 0; n < 8; n++) sum[n] ^= key[8 * (i % parts) + n];
        if (i >= parts) sum[0] ^= (uint8_t)(0x80 >> (i - parts));
        x = fifteen_des_load(sum);
        y = (des_block){0, 0};
        fifteen_des_add(&y, &x, k, 1);
        fifteen_des_store(sum, y);
        memcpy(rk[i], sum, 8);
    }
    wipe_bytes(sum, sizeof sum);
    wipe_bytes(&x, sizeof x);
    wipe_bytes(&y, sizeof y);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    deal_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    uint8_t rk[MAX_ROUNDS][8];
    c->rounds = key_bits == 256 ? 8 : 6;
    make_round_keys(rk, c->rounds, key, key_bits / 64);
    for (unsigned i = 0; i < c->rounds; i++) fifteen_des_expand_key(c->k[i], rk[i]);
    wipe_bytes(rk, sizeof rk);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* The halves of up to DES_BATCH blocks. */
typedef struct {
    des_block l[DES_BATCH], r[DES_BATCH];
} halves;

static inline void load_halves(halves *x, const uint8_t *in, unsigned lanes) {
    for (unsigned n = 0; n < lanes; n++) {
        x->l[n] = fifteen_des_load(in + 16 * n);
        x->r[n] = fifteen_des_load(in + 16 * n + 8);
    }
}

static inline void store_halves(uint8_t *out, const halves *x, unsigned lanes) {
    for (unsigned n = 0; n < lanes; n++) {
        fifteen_des_store(out + 16 * n, x->l[n]);
        fifteen_des_store(out + 16 * n + 8, x->r[n]);
    }
}

/* Two rounds at a time, so that the halves need no exchange. */
static void encrypt_lanes(const deal_context *c, const uint8_t *in, uint8_t *out, unsigned lanes) {
    halves x;
    load_halves(&x, in, lanes);
    for (unsigned i = 0; i < c->rounds; i += 2) {
        fifteen_des_add(x.r, x.l, c->k[i], lanes);
        fifteen_des_add(x.l, x.r, c->k[i + 1], lanes);
    }
    store_halves(out, &x, lanes);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= DES_BATCH; blocks -= DES_BATCH, in += 16 * DES_BATCH, out += 16 * DES_BATCH)
        encrypt_lanes(context, in, out, DES_BATCH);
    if (blocks > 0) encrypt_lanes(context, in, out, (unsigned)blocks);
}

/* ---- Decryption ---- */

static void decrypt_lanes(const deal_context *c, const uint8_t *in, uint8_t *out, unsigned lanes) {
    halves x;
    load_halves(&x, in, lanes);
    for (unsigned i = c->rounds; i > 0; i -= 2) {
        fifteen_des_add(x.l, x.r, c->k[i - 1], lanes);
        fifteen_des_add(x.r, x.l, c->k[i - 2], lanes);
    }
    store_halves(out, &x, lanes);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= DES_BATCH; blocks -= DES_BATCH, in += 16 * DES_BATCH, out += 16 * DES_BATCH)
        decrypt_lanes(context, in, out, DES_BATCH);
    if (blocks > 0) decrypt_lanes(context, in, out, (unsigned)blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(deal_context)); }

const fifteen_engine fifteen_deal_portable = {
    .cipher = "deal",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = DES_BATCH,
    .context_bytes = sizeof(deal_context),
    .context_align = _Alignof(deal_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
