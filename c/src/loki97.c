/* SPDX-License-Identifier: Apache-2.0
 * LOKI97.
 *
 * Lawrie Brown, Josef Pieprzyk and Jennifer Seberry, 1998. "Introducing the new
 * LOKI97 Block Cipher" (June 1998); the section numbers below are its own.
 * Block 128 bits, key 128, 192 or 256; 16 rounds. Block and key are big-endian
 * words.
 *
 * The tables of the S-boxes and of P are apart: they take 12 KiB, which leaves
 * the first-level cache room; with P in Sa's S-boxes they would take 90.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "loki97.h"

#include "bytes.h"

/* ---- Tables (2.4, 2.3) ---- */

#include "loki97_tables.h" /* written by tables.py */

/* ---- Function f (2.3) ---- */

/* B as f takes it: its lower half, twice, for KP; then, of its upper half, what precedes the input
 * bytes 6, 4, 2, 0 and 7, 5, 3, 1 of Sb: by turns three bits for S2 and five for S1. (The upper
 * half is what the figure and the test values have; the text of 2.3 has the lower there, too.) */
static inline void split(uint64_t b, uint64_t parts[3]) {
    uint64_t lower = (uint32_t)b, upper = b >> 32;
    uint64_t spread = (upper | upper << 16) & 0x0000ffff0000ffff;
    parts[0] = lower | lower << 32;
    parts[1] = (spread << 14 & 0x0700000007000000) | (spread << 8 & 0x00001f0000001f00);
    parts[2] = (spread << 11 & 0x0700000007000000) | (spread << 3 & 0x00001f0000001f00);
}

/* Sb(P(Sa(E(KP(A, B)))), B), with b = split(B). */
static inline uint64_t f(uint64_t a, const uint64_t b[3]) {
    uint64_t d = a ^ ((a ^ rotl64(a, 32)) & b[0]);
    uint64_t e = P[S1[rotl64(d, 8) & 0x1fff]] | P[S2[d >> 48 & 0x7ff]] << 1 |
                 P[S1[d >> 40 & 0x1fff]] << 2 | P[S2[d >> 32 & 0x7ff]] << 3 |
                 P[S2[d >> 24 & 0x7ff]] << 4 | P[S1[d >> 16 & 0x1fff]] << 5 |
                 P[S2[d >> 8 & 0x7ff]] << 6 | P[S1[d & 0x1fff]] << 7;
    uint64_t even = (e & 0x00ff00ff00ff00ff) | b[1];
    uint64_t odd = (e >> 8 & 0x00ff00ff00ff00ff) | b[2];
    uint32_t high = (uint32_t)S2[odd >> 48] << 24 | (uint32_t)S2[even >> 48] << 16 |
                    (uint32_t)S1[odd >> 32 & 0x1fff] << 8 | S1[even >> 32 & 0x1fff];
    uint32_t low = (uint32_t)S2[odd >> 16 & 0x7ff] << 24 | (uint32_t)S2[even >> 16 & 0x7ff] << 16 |
                   (uint32_t)S1[odd & 0x1fff] << 8 | S1[even & 0x1fff];
    return (uint64_t)high << 32 | low;
}

/* ---- Key schedule (2.2) ---- */

enum { SUBKEYS = 3 * ROUNDS };

static const uint64_t DELTA = 0x9e3779b97f4a7c15; /* (sqrt(5) - 1) 2^63 */

static inline uint64_t f_whole(uint64_t a, uint64_t b) {
    uint64_t parts[3];
    split(b, parts);
    return f(a, parts);
}

/* SK(1) is sk[0]. */
static void expand_key(uint64_t sk[SUBKEYS], const uint8_t *key, unsigned key_bits) {
    uint64_t k4 = load64_be(key), k3 = load64_be(key + 8);
    uint64_t k2 = key_bits > 128 ? load64_be(key + 16) : f_whole(k3, k4);
    uint64_t k1 = key_bits > 192 ? load64_be(key + 24) : f_whole(k4, k3);
    uint64_t sum = DELTA;
    for (unsigned i = 0; i < SUBKEYS; i++, sum += DELTA) {
        sk[i] = k4 ^ f_whole(k1 + (k3 + sum), k2);
        k4 = k3, k3 = k2, k2 = k1, k1 = sk[i];
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    loki97_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    uint64_t sk[SUBKEYS];
    expand_key(sk, key, key_bits);
    for (unsigned i = 0; i < ROUNDS; i++) {
        c->k[i][0] = sk[3 * i];
        split(sk[3 * i + 1], c->k[i] + 1);
        c->k[i][4] = sk[3 * i + 2];
    }
    wipe_bytes(sk, sizeof sk);
    return FIFTEEN_OK;
}

/* ---- Encryption (2.1) ---- */

/* Blocks worked on side by side, to hide the latency of each other's look-ups. */
enum { BATCH = 2 };

static inline void encrypt_round(const uint64_t k[ROUND_WORDS], uint64_t *from, uint64_t *to) {
    *from += k[0];
    *to ^= f(*from, k + 1);
    *from += k[4];
}

/* x is L and R. The exchange of halves after the last round is left out. */
static ALWAYS_INLINE void encrypt_lanes(const loki97_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint64_t x[BATCH][2];
    for (unsigned n = 0; n < lanes; n++) {
        x[n][0] = load64_be(in + 16 * n);
        x[n][1] = load64_be(in + 16 * n + 8);
    }
    for (unsigned i = 0; i < ROUNDS; i += 2) {
        for (unsigned n = 0; n < lanes; n++) encrypt_round(c->k[i], x[n] + 1, x[n]);
        for (unsigned n = 0; n < lanes; n++) encrypt_round(c->k[i + 1], x[n], x[n] + 1);
    }
    for (unsigned n = 0; n < lanes; n++) {
        store64_be(out + 16 * n, x[n][1]);
        store64_be(out + 16 * n + 8, x[n][0]);
    }
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(context, in, out, 1);
}

/* ---- Decryption (2.1) ---- */

static inline void decrypt_round(const uint64_t k[ROUND_WORDS], uint64_t *from, uint64_t *to) {
    *from -= k[4];
    *to ^= f(*from, k + 1);
    *from -= k[0];
}

static ALWAYS_INLINE void decrypt_lanes(const loki97_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint64_t x[BATCH][2];
    for (unsigned n = 0; n < lanes; n++) {
        x[n][1] = load64_be(in + 16 * n);
        x[n][0] = load64_be(in + 16 * n + 8);
    }
    for (unsigned i = ROUNDS; i > 0; i -= 2) {
        for (unsigned n = 0; n < lanes; n++) decrypt_round(c->k[i - 1], x[n], x[n] + 1);
        for (unsigned n = 0; n < lanes; n++) decrypt_round(c->k[i - 2], x[n] + 1, x[n]);
    }
    for (unsigned n = 0; n < lanes; n++) {
        store64_be(out + 16 * n, x[n][0]);
        store64_be(out + 16 * n + 8, x[n][1]);
    }
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(context, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(loki97_context)); }

const fifteen_engine fifteen_loki97_portable = {
    .cipher = "loki97",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(loki97_context),
    .context_align = _Alignof(loki97_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
