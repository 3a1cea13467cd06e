/* SPDX-License-Identifier: Apache-2.0
 * E2.
 *
 * Masayuki Kanda, Shiho Moriai, Kazumaro Aoki, Hiroki Ueda, Miyako Ohkubo,
 * Youichi Takashima, Kazuo Ohta and Tsutomu Matsumoto (NTT), 1998.
 * "Specification of E2 - a 128-bit Block Cipher".
 * Block 128 bits, key 128, 192 or 256; an initial transformation, 12 rounds of
 * a Feistel network, a final transformation. Block and key are big-endian words.
 *
 * Inside, the eight bytes of a half block stand in the order 1 6 3 8 5 2 7 4.
 * In that order BP exchanges bytes of the halves that are in the same place,
 * and BRL is a rotation by five bytes. The first S-boxes of a round and P are
 * one table look-up a byte.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "e2.h"

#include "bytes.h"

/* ---- Tables ---- */

#include "e2_tables.h" /* written by tables.py */

/* ---- Functions ---- */

/* Into the order of the half blocks, or back: bytes 2 and 6, 4 and 8 change places. */
static inline uint64_t reorder(uint64_t x) {
    uint64_t t = (x ^ x >> 32) & 0x00ff00ff;
    return x ^ t ^ t << 32;
}

/* P of S. */
static inline uint64_t f(uint64_t x) {
    return T[0][x >> 56] ^ T[1][x >> 48 & 255] ^ T[2][x >> 40 & 255] ^ T[3][x >> 32 & 255] ^
           T[4][x >> 24 & 255] ^ T[5][x >> 16 & 255] ^ T[6][x >> 8 & 255] ^ T[7][x & 255];
}

/* BRL of S. */
static inline uint64_t rotated_s(uint64_t x) {
    uint32_t high = S[3][x >> 16 & 255] ^ S[2][x >> 8 & 255] ^ S[1][x & 255] ^ S[0][x >> 56];
    uint32_t low =
        S[3][x >> 48 & 255] ^ S[2][x >> 40 & 255] ^ S[1][x >> 32 & 255] ^ S[0][x >> 24 & 255];
    return (uint64_t)high << 32 | low;
}

/* ---- Key schedule ---- */

enum { SUBKEYS = 16 };

static const uint64_t V = 0x0123456789abcdef;

/* Byte i of word j, the highest being byte 0, becomes byte j of word i. */
static void transpose(uint64_t x[8]) {
    static const uint64_t masks[] = {0x00000000ffffffff, 0x0000ffff0000ffff, 0x00ff00ff00ff00ff};
    for (unsigned n = 0, distance = 4; n < 3; n++, distance /= 2) {
        for (unsigned j = 0; j < 8; j++) {
            if ((j & distance) != 0) continue;
            uint64_t t = (x[j] ^ x[j + distance] >> 8 * distance) & masks[n];
            x[j] ^= t;
            x[j + distance] ^= t << 8 * distance;
        }
    }
}

/* k1 to k16, each of two words. Byte b of l2m is byte m of k(2b+1), of l(2m+1) of k(2b+2): that is
 * a transposition, and 5j mod 8 is the order of a half block. */
static void make_subkeys(uint64_t k[2 * SUBKEYS], const uint64_t key[4]) {
    uint64_t y[4], u = reorder(V), l[2][2][8];
    for (unsigned n = 0; n < 4; n++) y[n] = f(reorder(key[n]));
    for (unsigned n = 0; n < 4; n++) u = f(u) ^ y[n];
    for (unsigned i = 0; i < 2 * SUBKEYS; i++) {
        y[i % 4] = f(y[i % 4]);
        l[i % 2][i / 16][5 * (i / 2) % 8] = u = f(u) ^ y[i % 4];
    }
    for (unsigned half = 0; half < 2; half++) {
        for (unsigned odd = 0; odd < 2; odd++) {
            transpose(l[odd][half]);
            for (unsigned j = 0; j < 8; j++) k[4 * j + 2 * odd + half] = l[odd][half][5 * j % 8];
        }
    }
    wipe_bytes(y, sizeof y);
    wipe_bytes(l, sizeof l);
}

/* The inverse of an odd number modulo 2^32: five bits, and each step doubles them. */
static uint32_t inverse(uint32_t x) {
    uint32_t y = 3 * x ^ 2;
    for (unsigned i = 0; i < 3; i++) y *= 2 - x * y;
    return y;
}

static void set_outer(e2_keys *keys, unsigned place, const uint64_t added[2],
                      const uint64_t factor[2]) {
    for (unsigned i = 0; i < 2; i++) {
        uint64_t factors = reorder(factor[i]);
        keys->added[2 * place + i] = reorder(added[i]);
        keys->factor[4 * place + 2 * i] = (uint32_t)(factors >> 32) | 1;
        keys->factor[4 * place + 2 * i + 1] = (uint32_t)factors | 1;
    }
}

/* Decryption is encryption with k16, k15, k12 to k1, k14, k13. */
static void set_keys(e2_keys *keys, const uint64_t k[2 * SUBKEYS], int decrypting) {
    for (unsigned i = 0; i < 2 * ROUNDS; i++)
        keys->k[i] = k[decrypting ? (2 * ROUNDS - 1 - i) ^ 1 : i];
    set_outer(keys, decrypting ? 1 : 0, k + 24, k + 26);
    set_outer(keys, decrypting ? 0 : 1, k + 30, k + 28);
    for (unsigned i = 4; i < 8; i++) keys->factor[i] = inverse(keys->factor[i]);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    e2_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    uint64_t words[4] = {0, 0, PADDING[0], PADDING[1]}, k[2 * SUBKEYS];
    for (unsigned i = 0; i < key_bits / 64; i++) words[i] = load64_be(key + 8 * i);
    make_subkeys(k, words);
    if (directions & FIFTEEN_ENCRYPT) set_keys(&c->encryption, k, 0);
    if (directions & FIFTEEN_DECRYPT) set_keys(&c->decryption, k, 1);
    wipe_bytes(words, sizeof words);
    wipe_bytes(k, sizeof k);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's look-ups. */
enum { BATCH = 3 };

/* Bytes that BP exchanges. */
static const uint64_t EXCHANGED = 0x00ffff000000ffff;

static inline uint64_t times(uint64_t x, const uint32_t factor[2]) {
    return (uint64_t)((uint32_t)(x >> 32) * factor[0]) << 32 | (uint32_t)x * factor[1];
}

/* IT. */
static inline void load(uint64_t x[2], const uint8_t *in, const e2_keys *keys) {
    uint64_t a = times(load64_be(in) ^ keys->added[0], keys->factor);
    uint64_t b = times(load64_be(in + 8) ^ keys->added[1], keys->factor + 2);
    uint64_t t = (a ^ b) & EXCHANGED;
    x[0] = a ^ t, x[1] = b ^ t;
}

/* FT, of the exchanged halves. */
static inline void store(uint8_t *out, const uint64_t x[2], const e2_keys *keys) {
    uint64_t t = (x[0] ^ x[1]) & EXCHANGED;
    store64_be(out, times(x[1] ^ t, keys->factor + 4) ^ keys->added[2]);
    store64_be(out + 8, times(x[0] ^ t, keys->factor + 6) ^ keys->added[3]);
}

/* The half x[1] goes through F; then the halves change places. */
static inline void feistel_round(uint64_t x[2], const uint64_t k[2]) {
    uint64_t t = x[0] ^ rotated_s(f(x[1] ^ k[0]) ^ k[1]);
    x[0] = x[1], x[1] = t;
}

static ALWAYS_INLINE void crypt_lanes(const e2_keys *keys, const uint8_t *in, uint8_t *out,
                                      unsigned lanes) {
    uint64_t x[BATCH][2];
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n, keys);
    for (unsigned i = 0; i < 2 * ROUNDS; i += 2)
        for (unsigned n = 0; n < lanes; n++) feistel_round(x[n], keys->k + i);
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n], keys);
}

static void crypt(const e2_keys *keys, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        crypt_lanes(keys, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) crypt_lanes(keys, in, out, 1);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const e2_context *c = context;
    crypt(&c->encryption, in, out, blocks);
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const e2_context *c = context;
    crypt(&c->decryption, in, out, blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(e2_context)); }

const fifteen_engine fifteen_e2_portable = {
    .cipher = "e2",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(e2_context),
    .context_align = _Alignof(e2_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
