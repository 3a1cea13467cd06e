/* SPDX-License-Identifier: Apache-2.0
 * IDEA.
 *
 * Xuejia Lai and James Massey, 1991. Lai, "On the Design and Security of Block
 * Ciphers", ETH Series in Information Processing 1 (1992), chapter 3.
 * Block 64 bits, key 128 bits; eight rounds and an output transformation.
 * Block and key are big-endian 16-bit words.
 *
 * Not constant-time: a product with the word 0, which stands for 2^16, takes
 * another path.
 */
#include "bytes.h"

/* ---- Context ---- */

enum { ROUNDS = 8, SUBKEYS = 6 * ROUNDS + 4 };

typedef struct {
    uint16_t ek[SUBKEYS];
    uint16_t dk[SUBKEYS];
} idea_context;

/* ---- Multiplication modulo 2^16 + 1 ---- */

/* 2^16 is -1, so that a product is its low half minus its high half. */
static inline uint16_t mul(uint16_t a, uint16_t b) {
    uint32_t product = (uint32_t)a * b;
    uint32_t low = product & 0xffff, high = product >> 16;
    if (product == 0) return (uint16_t)(1 - a - b);
    return (uint16_t)(low - high + (low < high));
}

/* a^(2^16 - 1), by the exponents 2^2 - 1, 2^4 - 1 and 2^8 - 1. */
static uint16_t invert(uint16_t a) {
    for (unsigned n = 1; n < 16; n *= 2) {
        uint16_t x = a;
        for (unsigned i = 0; i < n; i++) x = mul(x, x);
        a = mul(a, x);
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
    enum { FACTORS = 2 * ROUNDS + 2 };
    uint16_t products[FACTORS + 1];
    products[0] = 1;
    for (unsigned i = 0; i < FACTORS; i++)
        products[i + 1] = mul(products[i], ek[6 * (i / 2) + 3 * (i % 2)]);
    uint16_t inverse = invert(products[FACTORS]);
    for (unsigned i = FACTORS; i-- > 0;) {
        unsigned e = 6 * (i / 2) + 3 * (i % 2), d = 6 * (ROUNDS - i / 2) + 3 * (i % 2);
        dk[d] = mul(inverse, products[i]);
        inverse = mul(inverse, ek[e]);
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

static inline void crypt(const uint16_t *subkeys, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks > 0; blocks--, in += 8, out += 8) {
        const uint16_t *k = subkeys;
        uint32_t high = load32_be(in), low = load32_be(in + 4);
        uint16_t a = (uint16_t)(high >> 16), b = (uint16_t)high;
        uint16_t c = (uint16_t)(low >> 16), d = (uint16_t)low;
        for (unsigned r = 0; r < ROUNDS; r++, k += 6) {
            a = mul(a, k[0]);
            b = (uint16_t)(b + k[1]);
            c = (uint16_t)(c + k[2]);
            d = mul(d, k[3]);
            uint16_t t = mul(a ^ c, k[4]);
            uint16_t u = mul((uint16_t)((b ^ d) + t), k[5]);
            t = (uint16_t)(t + u);
            uint16_t x = b ^ t;
            a ^= u;
            b = c ^ u;
            c = x;
            d ^= t;
        }
        store32_be(out, (uint32_t)mul(a, k[0]) << 16 | (uint16_t)(c + k[1]));
        store32_be(out + 4, (uint32_t)(uint16_t)(b + k[2]) << 16 | mul(d, k[3]));
    }
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
    .batch = 1,
    .context_bytes = sizeof(idea_context),
    .context_align = _Alignof(idea_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
