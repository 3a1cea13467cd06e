/* SPDX-License-Identifier: Apache-2.0
 * DES, and Triple-DES with two or three keys.
 *
 * IBM (Horst Feistel, Walter Tuchman, Don Coppersmith and others) with the
 * NSA, 1975; Triple-DES, 1979. FIPS 46-3 (1999); NIST SP 800-67.
 * Block 64 bits; DES: key 64 bits, 16 rounds; Triple-DES (encrypt, decrypt,
 * encrypt): key 128 (first and third alike) or 192 bits, 48 rounds. The eighth
 * bit of every key byte is parity and ignored.
 * Bit 1 of the standard is the most significant of the first byte.
 *
 * A half block is kept expanded by E, S-box inputs 1 to 8 in the low six bits
 * of a byte each, S1's in the highest. So a round is an exclusive-or with the
 * round key and eight look-ups of what S, P and E make of an input.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "des.h"

#include "bytes.h"

/* ---- Tables (FIPS 46-3, appendix 1) ---- */

#include "des_tables.h" /* written by tables.py */

/* ---- Permutations ---- */

/* The 8 by 8 bits of p, bytes last to first: byte n of the result, from the
 * highest, is the bits n of all bytes. IP and PC-1 are made of these columns. */
static inline uint64_t transpose(uint64_t x) {
    uint64_t t = (x ^ x >> 7) & 0x00aa00aa00aa00aa;
    x ^= t ^ t << 7;
    t = (x ^ x >> 14) & 0x0000cccc0000cccc;
    x ^= t ^ t << 14;
    t = (x ^ x >> 28) & 0x00000000f0f0f0f0;
    return x ^ t ^ t << 28;
}

static inline uint64_t load_columns(const uint8_t *p) {
    return transpose(load32_le(p) | (uint64_t)load32_le(p + 4) << 32);
}

static inline void store_columns(uint8_t *p, uint64_t x) {
    x = transpose(x);
    store32_le(p, (uint32_t)x);
    store32_le(p + 4, (uint32_t)(x >> 32));
}

/* E: from four bytes of a half, each the low one of 16 bits. */
static inline uint64_t expand(uint64_t x) {
    x &= 0x00ff00ff00ff00ff;
    return (x << 5 & 0x1f001f001f001f00) | ((x >> 3 | x << 61) & 0x2000200020002000) |
           (x << 1 & 0x003e003e003e003e) | ((x << 9 | x >> 55) & 0x0001000100010001);
}

/* The inverse of E. */
static inline uint64_t contract(uint64_t x) {
    return (x >> 5 & 0x00f000f000f000f0) | (x >> 1 & 0x000f000f000f000f);
}

/* ---- Key schedule ---- */

enum { ROUNDS = DES_ROUNDS };

enum { KEY_BITS = 64, TRIPLE_KEY_MIN = 128, TRIPLE_KEY_MAX = 192, KEY_STEP = 64 };

/* Sixteen round keys from k on, `step` apart. */
static void expand_key(uint64_t *k, int step, const uint8_t *key) {
    static const uint8_t left_shifts[ROUNDS] = {1,  2,  4,  6,  8,  10, 12, 14,
                                                15, 17, 19, 21, 23, 25, 27, 28};
    /* PC-1, both halves twice over so that a shift is a rotation. */
    uint64_t x = load_columns(key);
    uint64_t c = x >> 36;
    uint64_t d = (x & 0xff00) << 12 | (x >> 4 & 0xff000) | (x >> 20 & 0xff0) | (x >> 32 & 0xf);
    c |= c << 28;
    d |= d << 28;
    for (unsigned i = 0; i < ROUNDS; i++, k += step) {
        uint64_t ci = c >> (28 - left_shifts[i]), di = d >> (28 - left_shifts[i]);
        uint32_t high = PC2_C[0][ci >> 21 & 127] | PC2_C[1][ci >> 14 & 127] |
                        PC2_C[2][ci >> 7 & 127] | PC2_C[3][ci & 127];
        uint32_t low = PC2_D[0][di >> 21 & 127] | PC2_D[1][di >> 14 & 127] |
                       PC2_D[2][di >> 7 & 127] | PC2_D[3][di & 127];
        *k = (uint64_t)high << 32 | low;
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    des_context *c = context;
    int error = check_key(key_bits, KEY_BITS, KEY_BITS, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->k, 1, key);
    return FIFTEEN_OK;
}

static int set_key_triple(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    triple_context *c = context;
    int error = check_key(key_bits, TRIPLE_KEY_MIN, TRIPLE_KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->k, 1, key);
    expand_key(c->k + 2 * ROUNDS - 1, -1, key + 8);
    if (key_bits == TRIPLE_KEY_MAX)
        expand_key(c->k + 2 * ROUNDS, 1, key + 16);
    else
        memcpy(c->k + 2 * ROUNDS, c->k, sizeof(uint64_t[ROUNDS]));
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* S, P and E of a half block to which a round key was added. Every bit of the result comes from one
 * S-box, so that or, addition and exclusive-or are the same here; taking turns they keep the
 * compiler from making one long chain. */
static inline uint64_t f(uint64_t x) {
    uint32_t high = (uint32_t)(x >> 32), low = (uint32_t)x;
    return ((SP[0][high >> 24] | SP[1][high >> 16 & 255]) +
            (SP[2][high >> 8 & 255] | SP[3][high & 255])) ^
           ((SP[4][low >> 24] | SP[5][low >> 16 & 255]) +
            (SP[6][low >> 8 & 255] | SP[7][low & 255]));
}

/* Blocks worked on side by side, to hide the latency of each other's look-ups. */
enum { BATCH = DES_BATCH };

/* Sixteen rounds and the last exchange of halves, with the round keys from k on, `step` apart. No
 * other block hides how long a round takes: so the key of the next is added while f is looked up.
 */
static ALWAYS_INLINE void rounds_of_one(const uint64_t *k, int step, uint64_t *left,
                                        uint64_t *right) {
    uint64_t l = *left, r = *right, x = r ^ k[0];
    for (int i = 1; i < ROUNDS; i++) {
        const uint64_t y = f(x), next = l ^ y;
        x = l ^ k[step * i] ^ y;
        l = r;
        r = next;
    }
    *left = l ^ f(x);
    *right = r;
}

/* The same for `lanes` blocks, at most BATCH. */
static ALWAYS_INLINE void sixteen_rounds(const uint64_t *k, int step, uint64_t l[BATCH],
                                         uint64_t r[BATCH], unsigned lanes) {
    if (lanes == 1) {
        rounds_of_one(k, step, l, r);
        return;
    }
    for (int i = 0; i < ROUNDS; i += 2) {
        for (unsigned n = 0; n < lanes; n++) l[n] ^= f(r[n] ^ k[step * i]);
        for (unsigned n = 0; n < lanes; n++) r[n] ^= f(l[n] ^ k[step * (i + 1)]);
    }
    for (unsigned n = 0; n < lanes; n++) {
        uint64_t x = l[n];
        l[n] = r[n];
        r[n] = x;
    }
}

static inline void crypt_lanes(const uint64_t *k, int step, int rounds, const uint8_t *in,
                               uint8_t *out, unsigned lanes) {
    uint64_t l[BATCH], r[BATCH];
    for (unsigned n = 0; n < lanes; n++) {
        uint64_t x = load_columns(in + 8 * n);
        l[n] = expand(x);
        r[n] = expand(x >> 8);
    }
    for (int i = 0; i < rounds; i += ROUNDS) sixteen_rounds(k + step * i, step, l, r, lanes);
    for (unsigned n = 0; n < lanes; n++)
        store_columns(out + 8 * n, contract(l[n]) | contract(r[n]) << 8);
}

static inline void crypt(const uint64_t *k, int step, int rounds, const uint8_t *in, uint8_t *out,
                         size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 8 * BATCH, out += 8 * BATCH)
        crypt_lanes(k, step, rounds, in, out, BATCH);
    for (; blocks >= 2; blocks -= 2, in += 16, out += 16) crypt_lanes(k, step, rounds, in, out, 2);
    if (blocks > 0) crypt_lanes(k, step, rounds, in, out, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const des_context *c = context;
    crypt(c->k, 1, ROUNDS, in, out, blocks);
}

static void encrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const triple_context *c = context;
    crypt(c->k, 1, TRIPLE_ROUNDS, in, out, blocks);
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const des_context *c = context;
    crypt(c->k + ROUNDS - 1, -1, ROUNDS, in, out, blocks);
}

static void decrypt_triple(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const triple_context *c = context;
    crypt(c->k + TRIPLE_ROUNDS - 1, -1, TRIPLE_ROUNDS, in, out, blocks);
}

/* ---- Inside another cipher ---- */

void fifteen_des_expand_key(uint64_t k[DES_ROUNDS], const uint8_t key[8]) { expand_key(k, 1, key); }

des_block fifteen_des_load(const uint8_t in[8]) {
    uint64_t x = load_columns(in);
    return (des_block){expand(x), expand(x >> 8)};
}

void fifteen_des_store(uint8_t out[8], des_block x) {
    store_columns(out, contract(x.l) | contract(x.r) << 8);
}

static ALWAYS_INLINE void add_lanes(des_block to[], const des_block from[], const uint64_t *k,
                                    unsigned lanes) {
    uint64_t l[BATCH], r[BATCH];
    for (unsigned n = 0; n < lanes; n++) l[n] = from[n].l, r[n] = from[n].r;
    sixteen_rounds(k, 1, l, r, lanes);
    for (unsigned n = 0; n < lanes; n++) to[n].l ^= l[n], to[n].r ^= r[n];
}

void fifteen_des_add(des_block to[], const des_block from[], const uint64_t k[DES_ROUNDS],
                     unsigned lanes) {
    if (lanes == BATCH)
        add_lanes(to, from, k, BATCH);
    else
        for (unsigned n = 0; n < lanes; n++) add_lanes(to + n, from + n, k, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(des_context)); }

static void wipe_triple(void *context) { wipe_bytes(context, sizeof(triple_context)); }

const fifteen_engine fifteen_des_portable = {
    .cipher = "des",
    .name = "portable",
    .needs = "",
    .block_bytes = 8,
    .key_bits = {KEY_BITS, KEY_BITS, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(des_context),
    .context_align = _Alignof(des_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

const fifteen_engine fifteen_3des_portable = {
    .cipher = "3des",
    .name = "portable",
    .needs = "",
    .block_bytes = 8,
    .key_bits = {TRIPLE_KEY_MIN, TRIPLE_KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(triple_context),
    .context_align = _Alignof(triple_context),
    .set_key = set_key_triple,
    .encrypt = encrypt_triple,
    .decrypt = decrypt_triple,
    .wipe = wipe_triple,
};
