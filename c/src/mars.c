/* SPDX-License-Identifier: Apache-2.0
 * MARS, with the key schedule of the second round (the "tweak" of May 1999) or
 * of the first.
 *
 * Carolynn Burwick, Don Coppersmith, Edward D'Avignon, Rosario Gennaro, Shai
 * Halevi, Charanjit Jutla, Stephen Matyas, Luke O'Connor, Mohammad Peyravian,
 * David Safford and Nevenko Zunic (IBM), 1998. "MARS - a candidate cipher for
 * AES" (June 1998; revised September 1999).
 * Block 128 bits, key 128 to 448 in steps of 32 (round 1: to 1248); 8 rounds of
 * forward mixing, 16 of the keyed core, 8 of backward mixing. A block is four
 * little-endian words.
 *
 * Decryption is encryption of the words in reverse order, with the keys in
 * reverse order and the core's additions and rotations undone; the two mixing
 * phases are each other's inverse in just that way.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "mars.h"

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 448, ROUND1_KEY_MAX = 1248, KEY_STEP = 32 };

/* To each word comes the S-box entry that the low nine bits of the word before choose; the last
 * word is before the first. They are read as the high nine bits before the rotation, not to wait
 * for it. */
static inline void stir(uint32_t *t, unsigned words, unsigned passes) {
    uint32_t x = t[words - 1] & 511;
    for (unsigned pass = 0; pass < passes; pass++) {
        for (unsigned i = 0; i < words; i++) {
            uint32_t sum = t[i] + S[x];
            t[i] = rotl32(sum, 9);
            x = sum >> 23;
        }
    }
}

/* A multiplier is to be 3 mod 4 and to have no ten equal bits in a row. Runs of ten or more are
 * broken by a pattern, but for the bits at their ends. In round 1 a run of zeros that reaches bit
 * 31 does not end there. */
static uint32_t multiplier(uint32_t k, uint32_t rotation, int round) {
    uint32_t w = k | 3;
    uint32_t m = ~(w ^ w << 1) & ~(w ^ w >> 1) & 0x7ffffffe; /* equal to both neighbours */
    m &= m >> 1, m &= m >> 2, m &= m >> 4;                   /* the lowest of eight such */
    m |= m << 1, m |= m << 2, m |= m << 4;                   /* and all eight */
    if (round == 1) m |= m << 1 & ~w & 0x80000000;
    return w ^ (rotl32(S[265 + (k & 3)], rotation) & m & ~3u);
}

static void expand_key(uint32_t k[KEYS], const uint8_t *key, unsigned key_words) {
    uint32_t t[15] = {0};
    for (unsigned i = 0; i < key_words; i++) t[i] = load32_le(key + 4 * i);
    t[key_words] = key_words;
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned i = 0; i < 15; i++)
            t[i] ^= rotl32(t[(i + 8) % 15] ^ t[(i + 13) % 15], 3) ^ (4 * i + j);
        stir(t, 15, 4);
        for (unsigned i = 0; i < 10; i++) k[10 * j + i] = t[4 * i % 15];
    }
    for (unsigned i = 5; i < 37; i += 2) k[i] = multiplier(k[i], k[i - 1], 2);
    wipe_bytes(t, sizeof t);
}

/* T[-7] to T[-1] of round 1's specification are S-box entries, T[39] is the length of the key.
 * Stirring begins with T[1], so T[0] moves to the end. */
static void expand_key_round1(uint32_t k[KEYS], const uint8_t *key, unsigned key_words) {
    uint32_t t[7 + KEYS + 1];
    memcpy(t, S, 7 * sizeof *t);
    for (unsigned i = 0, j = 0; i < KEYS - 1; i++) {
        t[i + 7] = rotl32(t[i] ^ t[i + 5], 3) ^ load32_le(key + 4 * j) ^ i;
        j = j + 1 < key_words ? j + 1 : 0;
    }
    t[7 + KEYS - 1] = key_words;
    t[7 + KEYS] = t[7];
    stir(t + 8, KEYS, 7);
    for (unsigned i = 1; i <= KEYS; i++) k[7 * i % KEYS] = t[7 + i];
    for (unsigned i = 5; i < 37; i += 2) k[i] = multiplier(k[i], k[i + 3], 1);
    wipe_bytes(t, sizeof t);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    mars_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->k, key, key_bits / 32);
    return FIFTEEN_OK;
}

static int set_key_round1(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    mars_context *c = context;
    int error = check_key(key_bits, KEY_MIN, ROUND1_KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key_round1(c->k, key, key_bits / 32);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's multiplications. */
enum { BATCH = 2 };

/* Rounds of the core, in its forward or its backward mode; after four the words are back in their
 * places. */
static inline void four_rounds(uint32_t x[4], const uint32_t k[8], int forward) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    for (unsigned i = 0; i < 8; i += 2) {
        uint32_t t = rotl32(a, 13);
        uint32_t m = a + k[i];
        uint32_t p = rotl32(t * k[i + 1], 5);
        uint32_t r = rotl32(p, 5);
        uint32_t l = rotl32(S[m & 511] ^ p ^ r, r);
        c += rotl32(m, p);
        if (forward) {
            b += l, d ^= r;
        } else {
            d += l, b ^= r;
        }
        a = b, b = c, c = d, d = t;
    }
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

static inline void load_plain(uint32_t x[4], const uint8_t *in, const uint32_t k[KEYS]) {
    for (unsigned i = 0; i < 4; i++) x[i] = load32_le(in + 4 * i) + k[i];
}

static inline void store_cipher(uint8_t *out, const uint32_t x[4], const uint32_t k[KEYS]) {
    for (unsigned i = 0; i < 4; i++) store32_le(out + 4 * i, x[i] - k[36 + i]);
}

static ALWAYS_INLINE void encrypt_lanes(const uint8_t *in, uint8_t *out, const uint32_t k[KEYS],
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load_plain(x[n], in + 16 * n, k);
    forward_mixing(x, lanes);
    for (unsigned i = 4; i < 20; i += 8)
        for (unsigned n = 0; n < lanes; n++) four_rounds(x[n], k + i, 1);
    for (unsigned i = 20; i < 36; i += 8)
        for (unsigned n = 0; n < lanes; n++) four_rounds(x[n], k + i, 0);
    backward_mixing(x, lanes);
    for (unsigned n = 0; n < lanes; n++) store_cipher(out + 16 * n, x[n], k);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const mars_context *c = context;
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(in, out, c->k, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(in, out, c->k, 1);
}

/* ---- Decryption ---- */

static inline void four_inverse_rounds(uint32_t x[4], const uint32_t k[8], int forward) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    for (unsigned i = 8; i > 0; i -= 2) {
        uint32_t t = rotr32(a, 13);
        uint32_t m = t + k[i - 2];
        uint32_t p = rotl32(a * k[i - 1], 5);
        uint32_t r = rotl32(p, 5);
        uint32_t l = rotl32(S[m & 511] ^ p ^ r, r);
        c -= rotl32(m, p);
        if (forward) {
            b -= l, d ^= r;
        } else {
            d -= l, b ^= r;
        }
        a = b, b = c, c = d, d = t;
    }
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

static inline void load_cipher(uint32_t x[4], const uint8_t *in, const uint32_t k[KEYS]) {
    for (unsigned i = 0; i < 4; i++) x[i] = load32_le(in + 12 - 4 * i) + k[39 - i];
}

static inline void store_plain(uint8_t *out, const uint32_t x[4], const uint32_t k[KEYS]) {
    for (unsigned i = 0; i < 4; i++) store32_le(out + 12 - 4 * i, x[i] - k[3 - i]);
}

static ALWAYS_INLINE void decrypt_lanes(const uint8_t *in, uint8_t *out, const uint32_t k[KEYS],
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load_cipher(x[n], in + 16 * n, k);
    forward_mixing(x, lanes);
    for (unsigned i = 36; i > 20; i -= 8)
        for (unsigned n = 0; n < lanes; n++) four_inverse_rounds(x[n], k + i - 8, 1);
    for (unsigned i = 20; i > 4; i -= 8)
        for (unsigned n = 0; n < lanes; n++) four_inverse_rounds(x[n], k + i - 8, 0);
    backward_mixing(x, lanes);
    for (unsigned n = 0; n < lanes; n++) store_plain(out + 16 * n, x[n], k);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const mars_context *c = context;
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(in, out, c->k, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(in, out, c->k, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(mars_context)); }

const fifteen_engine fifteen_mars_portable = {
    .cipher = "mars",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(mars_context),
    .context_align = _Alignof(mars_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

const fifteen_engine fifteen_mars_round1_portable = {
    .cipher = "mars-round1",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, ROUND1_KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(mars_context),
    .context_align = _Alignof(mars_context),
    .set_key = set_key_round1,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
