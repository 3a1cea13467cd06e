/* SPDX-License-Identifier: Apache-2.0
 * IDEA.
 *
 * Xuejia Lai and James Massey, 1991. Lai, "On the Design and Security of Block
 * Ciphers", ETH Series in Information Processing 1 (1992), chapter 3.
 * Block 64 bits, key 128; 8 rounds and an output transformation.
 * Block and key are big-endian 16-bit words.
 *
 * Not constant-time: a product with the word 0, which stands for 2^16, takes
 * another path.
 */
#include "idea.h"

#include "bytes.h"

/* ---- Multiplication modulo 2^16 + 1 ---- */

/* 2^16 is -1, so that a product is its low half minus its high half. Works on,
 * and returns, the low 16 bits; those above may be anything in a. */
static inline uint32_t mul(uint32_t a, uint32_t b) {
    uint32_t product = (a & 0xffff) * b;
    uint32_t low = product & 0xffff, high = product >> 16;
    if (product == 0) return 1 - a - b;
    return low - high + (low < high);
}

/* a^(2^16 - 1), by the exponents 2^2 - 1, 2^4 - 1 and 2^8 - 1. */
static uint32_t invert(uint32_t a) {
    for (unsigned n = 1; n < 16; n *= 2) {
        uint32_t x = a;
        for (unsigned i = 0; i < n; i++) x = mul(x, x & 0xffff);
        a = mul(x, a & 0xffff);
    }
    return a;
}

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 128, KEY_STEP = 64 };

/* The key's eight words, then those of the key rotated by 25, and so on. */
static void expand_key(uint16_t *ek, const uint8_t *key) {
    uint64_t high = (uint64_t)load32_be(key) << 32 | load32_be(key + 4);
    uint64_t low = (uint64_t)load32_be(key + 8) << 32 | load32_be(key + 12);
    for (unsigned i = 0;; i += 8) {
        for (unsigned j = 0; j < 4; j++) ek[i + j] = (uint16_t)(high >> (48 - 16 * j));
        if (i + 4 == SUBKEYS) break;
        for (unsigned j = 0; j < 4; j++) ek[i + 4 + j] = (uint16_t)(low >> (48 - 16 * j));
        uint64_t x = high << 25 | low >> 39;
        low = low << 25 | high >> 39;
        high = x;
    }
}

/* The subkeys of the inverse cipher. All multiplicative inverses come from that
 * of one product (Montgomery's trick). */
static void invert_key(uint16_t *dk, const uint16_t *ek) {
    uint32_t products[2 * ROUNDS + 2], product = 1;
    for (unsigned r = 0, i = 0; r <= ROUNDS; r++) {
        products[i++] = product;
        product = mul(product, ek[6 * r]);
        products[i++] = product;
        product = mul(product, ek[6 * r + 3]);
    }
    uint32_t inverse = invert(product);
    for (unsigned r = ROUNDS + 1, i = 2 * r; r-- > 0;) {
        uint16_t *d = dk + 6 * (ROUNDS - r);
        d[3] = (uint16_t)mul(products[--i], inverse & 0xffff);
        inverse = mul(inverse, ek[6 * r + 3]);
        d[0] = (uint16_t)mul(products[--i], inverse & 0xffff);
        inverse = mul(inverse, ek[6 * r]);
    }
    for (unsigned r = 0; r <= ROUNDS; r++, dk += 6) {
        const uint16_t *k = ek + 6 * (ROUNDS - r);
        unsigned swapped = r != 0 && r != ROUNDS;
        dk[1 + swapped] = (uint16_t)-k[1];
        dk[2 - swapped] = (uint16_t)-k[2];
        if (r == ROUNDS) break;
        dk[4] = k[-2];
        dk[5] = k[-1];
    }
    wipe_bytes(products, sizeof products);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    idea_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->ek, key);
    if (directions & FIFTEEN_DECRYPT) invert_key(c->dk, c->ek);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's products. */
enum { BATCH = 3 };

/* `lanes` blocks, at most BATCH. Words have garbage above their 16 bits. */
static inline void crypt_lanes(const uint16_t *k, const uint8_t *in, uint8_t *out, unsigned lanes) {
    uint32_t a[BATCH], b[BATCH], c[BATCH], d[BATCH];
    for (unsigned n = 0; n < lanes; n++) {
        b[n] = load32_be(in + 8 * n);
        d[n] = load32_be(in + 8 * n + 4);
        a[n] = b[n] >> 16;
        c[n] = d[n] >> 16;
    }
    for (unsigned r = 0; r < ROUNDS; r++, k += 6) {
        for (unsigned n = 0; n < lanes; n++) {
            a[n] = mul(a[n], k[0]);
            b[n] += k[1];
            c[n] += k[2];
            d[n] = mul(d[n], k[3]);
            uint32_t t = mul(a[n] ^ c[n], k[4]);
            uint32_t u = mul((b[n] ^ d[n]) + t, k[5]);
            t += u;
            uint32_t x = b[n] ^ t;
            a[n] ^= u;
            b[n] = c[n] ^ u;
            c[n] = x;
            d[n] ^= t;
        }
    }
    for (unsigned n = 0; n < lanes; n++) {
        store32_be(out + 8 * n, mul(a[n], k[0]) << 16 | ((c[n] + k[1]) & 0xffff));
        store32_be(out + 8 * n + 4, (b[n] + k[2]) << 16 | (mul(d[n], k[3]) & 0xffff));
    }
}

static inline void crypt(const uint16_t *k, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 8 * BATCH, out += 8 * BATCH)
        crypt_lanes(k, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 8, out += 8) crypt_lanes(k, in, out, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const idea_context *c = context;
    crypt(c->ek, in, out, blocks);
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const idea_context *c = context;
    crypt(c->dk, in, out, blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(idea_context)); }

const fifteen_engine fifteen_idea_portable = {
    .cipher = "idea",
    .name = "portable",
    .needs = "",
    .block_bytes = 8,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(idea_context),
    .context_align = _Alignof(idea_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
