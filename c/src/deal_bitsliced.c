/* SPDX-License-Identifier: Apache-2.0
 * DEAL, 256 blocks at once.
 *
 * A register holds one bit of every block, as in DES's engine of that shape, which
 * does the rounds. The halves of the blocks are two such sets of 64 bits.
 * Constant-time, but for the up to 29 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "deal.h"

#include "des_bitsliced.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_deal_portable;

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
        fifteen_des_spread(c->masks[i], c->portable.k[i], DES_ROUNDS);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* The left halves of 256 blocks, and the right ones. */
typedef struct {
    bits l[BLOCK_BITS], r[BLOCK_BITS];
} halves;

/* Two registers hold four blocks; then each holds four halves of them. */
AVX2 static ALWAYS_INLINE void part(bits *x, bits *y) {
    const __m256i a = (__m256i)*x, b = (__m256i)*y;
    *x = (bits)_mm256_unpacklo_epi64(a, b);
    *y = (bits)_mm256_unpackhi_epi64(a, b);
}

AVX2 static void load_halves(halves *x, const uint8_t *in) {
    for (unsigned i = 0; i < BLOCK_BITS; i++) {
        x->l[i] = load_u32x8(in + 64 * i);
        x->r[i] = load_u32x8(in + 64 * i + 32);
        part(&x->l[i], &x->r[i]);
    }
    fifteen_des_slice(x->l, (const uint8_t *)x->l);
    fifteen_des_slice(x->r, (const uint8_t *)x->r);
}

AVX2 static void store_halves(uint8_t *out, halves *x) {
    fifteen_des_unslice((uint8_t *)x->l, x->l, 0);
    fifteen_des_unslice((uint8_t *)x->r, x->r, 0);
    for (unsigned i = 0; i < BLOCK_BITS; i++) {
        part(&x->l[i], &x->r[i]);
        store_u32x8(out + 64 * i, x->l[i]);
        store_u32x8(out + 64 * i + 32, x->r[i]);
    }
}

/* to += DES(from). */
AVX2 static void add_des(bits to[BLOCK_BITS], const bits from[BLOCK_BITS],
                         const uint32_t (*masks)[ROUND_KEY_BITS]) {
    bits x[BLOCK_BITS];
    memcpy(x, from, sizeof x);
    fifteen_des_rounds(x, x + 1, masks, 1);
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

enum { PAYS = 30 };

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SLICED_BLOCKS, PAYS, encrypt_batch,
               fifteen_deal_portable.encrypt);
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
    in_batches(context, in, out, blocks, 16, SLICED_BLOCKS, PAYS, decrypt_batch,
               fifteen_deal_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(sliced_context)); }

const fifteen_engine fifteen_deal_bitsliced = {
    .cipher = "deal",
    .name = "bitsliced",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {128, 256, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = PAYS,
    .context_bytes = sizeof(sliced_context),
    .context_align = _Alignof(sliced_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
