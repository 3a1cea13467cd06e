/* SPDX-License-Identifier: Apache-2.0
 * Serpent, as submitted to the AES competition (Serpent-1).
 *
 * Ross Anderson, Eli Biham and Lars Knudsen, 1998. "Serpent: A Proposal for
 * the Advanced Encryption Standard".
 * Block 128 bits, key 0 to 256 in steps of 8; 32 rounds. A block is four
 * little-endian words, the order of NESSIE and of today's libraries; the NIST
 * submission prints keys and blocks back to front.
 *
 * The rounds are in serpent_rounds.h. Constant-time.
 */
#include "serpent.h"

#include "bytes.h"

#define TARGET
typedef uint32_t word;

static inline word left(word x, unsigned n) { return rotl32(x, n); }

#include "serpent_rounds.h"

/* ---- Key schedule ---- */

enum { KEY_MIN = 0, KEY_MAX = 256, KEY_STEP = 8, KEY_BYTES = KEY_MAX / 8 };

/* A short key is followed by a one bit, then by zeros. */
static void load_key(uint32_t w[8], const uint8_t *key, unsigned bytes) {
    load_words_le(w, 8, key, bytes);
    if (bytes < KEY_BYTES) w[bytes / 4] |= (uint32_t)1 << 8 * (bytes % 4);
}

/* What each S-box takes to 0, and its inverse 0 to: see serpent_rounds.h. */
static const uint8_t S_ZERO[8] = {13, 5, 12, 0, 5, 8, 15, 3};

/* Complements the words whose bit is set. */
static inline void complement(uint32_t x[4], unsigned bits) {
    for (unsigned i = 0; i < 4; i++) x[i] ^= 0 - (bits >> i & 1);
}

/* The key of a round that begins with S-box `next`, by S-box `box` from the prekeys i to
 * i + 3. v has the eight last prekeys, number n in v[n % 8]; so now a half of it is replaced. */
static ALWAYS_INLINE void round_key(uint32_t k[4], uint32_t v[8], unsigned half, uint32_t i,
                                    unsigned box, void sbox(uint32_t x[4]), unsigned next) {
    for (unsigned n = 0; n < 4; n++) {
        const unsigned j = 4 * half + n;
        const uint32_t x = v[j] ^ v[(j + 3) % 8] ^ v[(j + 5) % 8] ^ 0x9e3779b9 ^ (i + n);
        /* Rotated on its own, the last prekey is one operation from the next. */
        k[n] = v[j] = rotl32(x, 11) ^ rotl32(v[(j + 7) % 8], 11);
    }
    complement(k, S_ZERO[box]);
    sbox(k);
    complement(k, S_ZERO[next]);
}

static void expand_key(uint32_t *k, const uint8_t *key, unsigned key_bytes) {
    uint32_t v[8];
    load_key(v, key, key_bytes);
    uint32_t i = 0;
    for (; i < 4 * ROUNDS; i += 32, k += 32) {
        round_key(k, v, 0, i, 3, sbox3, 0);
        round_key(k + 4, v, 1, i + 4, 2, sbox2, 1);
        round_key(k + 8, v, 0, i + 8, 1, sbox1, 2);
        round_key(k + 12, v, 1, i + 12, 0, sbox0, 3);
        round_key(k + 16, v, 0, i + 16, 7, sbox7, 4);
        round_key(k + 20, v, 1, i + 20, 6, sbox6, 5);
        round_key(k + 24, v, 0, i + 24, 5, sbox5, 6);
        round_key(k + 28, v, 1, i + 28, 4, sbox4, 7);
    }
    round_key(k, v, 0, i, 3, sbox3, 3); /* no S-box follows: 3 is that without a complement */
    wipe_bytes(v, sizeof v);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    serpent_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->k, key, key_bits / 8);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side: one alone cannot keep the processor busy. */
enum { BATCH = 2 };

static inline void load(uint32_t x[4], const uint8_t *in) {
    for (unsigned i = 0; i < 4; i++) x[i] = load32_le(in + 4 * i);
}

static inline void store(uint8_t *out, const uint32_t x[4]) {
    for (unsigned i = 0; i < 4; i++) store32_le(out + 4 * i, x[i]);
}

static ALWAYS_INLINE void encrypt_lanes(const serpent_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n);
    encrypt_sets(x, lanes, c->k);
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n]);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(context, in, out, 1);
}

/* ---- Decryption ---- */

static ALWAYS_INLINE void decrypt_lanes(const serpent_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n);
    decrypt_sets(x, lanes, c->k);
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n]);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(context, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(serpent_context)); }

const fifteen_engine fifteen_serpent_portable = {
    .cipher = "serpent",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(serpent_context),
    .context_align = _Alignof(serpent_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
