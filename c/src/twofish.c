/* SPDX-License-Identifier: Apache-2.0
 * Twofish, with full keying.
 *
 * Bruce Schneier, John Kelsey, Doug Whiting, David Wagner, Chris Hall and
 * Niels Ferguson, 1998. "Twofish: A 128-Bit Block Cipher"; the section numbers
 * below are its own.
 * Block 128 bits, key 0 to 256 in steps of 8, lengthened with zeros to 128,
 * 192 or 256; 16 rounds. A block is four little-endian words.
 *
 * A key-dependent S-box and its column of the MDS matrix are one table look-up.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "twofish.h"

#include "bytes.h"

/* ---- Tables (4.3.5, 4.2) ---- */

#include "twofish_tables.h" /* written by tables.py */

/* ---- Key schedule ---- */

enum { KEY_MIN = 0, KEY_MAX = 256, KEY_STEP = 8, KEY_WORDS = KEY_MAX / 32 };

/* The matrix RS times eight key bytes (4.3): the remainder of their division by
 * x^4 + (a + 1/a) x^3 + a x^2 + (a + 1/a) x + 1 over GF(2^8), where a is 2. */
static uint32_t rs_remainder(uint32_t low, uint32_t high) {
    uint32_t r = high;
    for (unsigned i = 0; i < 8; i++) {
        if (i == 4) r ^= low;
        uint32_t top = r >> 24;
        uint32_t twice = top << 1 ^ (top >> 7) * 0x14d;
        uint32_t half = top >> 1 ^ (top & 1) * (0x14d >> 1);
        r = r << 8 ^ (twice ^ half) << 24 ^ twice << 16 ^ (twice ^ half) << 8 ^ top;
    }
    return r;
}

/* What byte j of its input, x, adds to h (4.3.2). `list` has byte j of each word of the list, the
 * first in its low byte; bit j of a constant says which q-permutation stands in column j. The last
 * of them is in M. */
static ALWAYS_INLINE uint32_t h_column(unsigned j, uint32_t x, uint32_t list, unsigned words) {
    if (words > 3) x = Q[0x9 >> j & 1][x] ^ list >> 24;
    if (words > 2) x = Q[0x3 >> j & 1][x] ^ (list >> 16 & 255);
    x = Q[0xa >> j & 1][x] ^ (list >> 8 & 255);
    x = Q[0xc >> j & 1][x] ^ (list & 255);
    return M[j][x];
}

/* h of the word that has x in each byte. */
static ALWAYS_INLINE uint32_t h(uint32_t x, const uint32_t list[4], unsigned words) {
    return h_column(0, x, list[0], words) ^ h_column(1, x, list[1], words) ^
           h_column(2, x, list[2], words) ^ h_column(3, x, list[3], words);
}

/* A list, which is every second word from w on, by columns. */
static void load_list(uint32_t list[4], const uint32_t *w) {
    for (unsigned j = 0; j < 4; j++) {
        list[j] = (w[0] >> 8 * j & 255) | (w[2] >> 8 * j & 255) << 8 | (w[4] >> 8 * j & 255) << 16 |
                  w[6] >> 8 * j << 24;
    }
}

/* w is the key, of which the first `words` pairs of words count. */
static ALWAYS_INLINE void expand_key(twofish_context *c, const uint32_t w[KEY_WORDS],
                                     unsigned words) {
    uint32_t remainders[KEY_WORDS] = {0}, even[4], odd[4], list[4];
    for (unsigned i = 0; i < words; i++)
        remainders[2 * (words - 1 - i)] = rs_remainder(w[2 * i], w[2 * i + 1]);
    load_list(even, w);
    load_list(odd, w + 1);
    load_list(list, remainders);
    for (unsigned i = 0; i < 8 + 2 * ROUNDS; i += 2) {
        uint32_t a = h(i, even, words), b = rotl32(h(i + 1, odd, words), 8);
        c->k[i] = a + b;
        c->k[i + 1] = rotl32(a + 2 * b, 9);
    }
    for (unsigned x = 0; x < 256; x++) {
        for (unsigned j = 0; j < 4; j++) c->s[j][x] = h_column(j, x, list[j], words);
    }
    wipe_bytes(remainders, sizeof remainders);
    wipe_bytes(even, sizeof even);
    wipe_bytes(odd, sizeof odd);
    wipe_bytes(list, sizeof list);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    uint32_t w[KEY_WORDS];
    load_words_le(w, KEY_WORDS, key, key_bits / 8);
    switch (key_bits <= 128 ? 2 : key_bits <= 192 ? 3 : 4) { /* each is compiled by itself */
    case 2: expand_key(context, w, 2); break;
    case 3: expand_key(context, w, 3); break;
    default: expand_key(context, w, 4); break;
    }
    wipe_bytes(w, sizeof w);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's look-ups. */
enum { BATCH = 3 };

/* Terms in the order in which the bytes of x are to be had. */
static inline uint32_t g(const twofish_context *c, uint32_t x) {
    return c->s[0][x & 255] ^ c->s[3][x >> 24] ^ c->s[1][x >> 8 & 255] ^ c->s[2][x >> 16 & 255];
}

/* g(x <<< 8). */
static inline uint32_t g_rotated(const twofish_context *c, uint32_t x) {
    return c->s[1][x & 255] ^ c->s[0][x >> 24] ^ c->s[2][x >> 8 & 255] ^ c->s[3][x >> 16 & 255];
}

static inline void encrypt_round(const twofish_context *c, const uint32_t *k,
                                 const uint32_t from[2], uint32_t to[2]) {
    uint32_t t1 = g_rotated(c, from[1]), sum = g(c, from[0]) + t1;
    to[0] = rotr32(to[0] ^ (sum + k[0]), 1);
    to[1] = rotl32(to[1], 1) ^ (sum + t1 + k[1]);
}

static inline void load(uint32_t x[4], const uint8_t *in, const uint32_t *k) {
    for (unsigned i = 0; i < 4; i++) x[i] = load32_le(in + 4 * i) ^ k[i];
}

/* The exchange of halves after the last round is undone. */
static inline void store(uint8_t *out, const uint32_t x[4], const uint32_t *k) {
    for (unsigned i = 0; i < 4; i++) store32_le(out + 4 * i, x[i ^ 2] ^ k[i]);
}

static ALWAYS_INLINE void encrypt_lanes(const twofish_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    const uint32_t *k = c->k + 8;
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n, c->k);
    for (unsigned r = 0; r < ROUNDS; r += 2, k += 4) {
        for (unsigned n = 0; n < lanes; n++) encrypt_round(c, k, x[n], x[n] + 2);
        for (unsigned n = 0; n < lanes; n++) encrypt_round(c, k + 2, x[n] + 2, x[n]);
    }
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n], c->k + 4);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(context, in, out, 1);
}

/* ---- Decryption ---- */

static inline void decrypt_round(const twofish_context *c, const uint32_t *k,
                                 const uint32_t from[2], uint32_t to[2]) {
    uint32_t t0 = g(c, from[0]), t1 = g_rotated(c, from[1]);
    to[0] = rotl32(to[0], 1) ^ (t0 + t1 + k[0]);
    to[1] = rotr32(to[1] ^ (t0 + 2 * t1 + k[1]), 1);
}

static ALWAYS_INLINE void decrypt_lanes(const twofish_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    const uint32_t *k = c->k + 8 + 2 * (ROUNDS - 2);
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n, c->k + 4);
    for (unsigned r = 0; r < ROUNDS; r += 2, k -= 4) {
        for (unsigned n = 0; n < lanes; n++) decrypt_round(c, k + 2, x[n], x[n] + 2);
        for (unsigned n = 0; n < lanes; n++) decrypt_round(c, k, x[n] + 2, x[n]);
    }
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n], c->k);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(context, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(twofish_context)); }

const fifteen_engine fifteen_twofish_portable = {
    .cipher = "twofish",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(twofish_context),
    .context_align = _Alignof(twofish_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
