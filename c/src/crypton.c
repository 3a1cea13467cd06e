/* SPDX-License-Identifier: Apache-2.0
 * CRYPTON v0.5, as submitted to NIST, and v1.0, the designer's revision.
 *
 * Chae Hoon Lim (Future Systems), 1998. "CRYPTON: A New 128-bit Block Cipher" (v0.5);
 * "Specification and Analysis of CRYPTON Version 1.0".
 * Block 128 bits, key 64 to 256 in steps of 32, lengthened with zeros to 256;
 * 12 rounds. A block is four little-endian words, the rows of an array of
 * bytes. v1.0 has other S-boxes and another key schedule, and its even rounds
 * are turned by two columns, not by one.
 *
 * A round is gamma (S-boxes), pi (bits of a column), tau (transposition) and
 * sigma (round key); the first three of a byte are one table look-up.
 * Decryption is encryption under other round keys.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "crypton.h"

#include "bytes.h"

/* ---- Tables ---- */

#include "crypton_tables.h" /* written by tables.py */

/* ---- Rounds ---- */

static inline unsigned byte(uint32_t x, unsigned i) { return x >> 8 * i & 255; }

/* gamma, pi, tau and sigma. */
static ALWAYS_INLINE void full_round(version v, unsigned turn, const uint32_t k[4], uint32_t x[4]) {
    uint32_t y[4] = {k[0], k[1], k[2], k[3]};
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned i = 0; i < 4; i++) y[i] ^= T[v][(i + j + turn) % 4][byte(x[j], i)];
    }
    for (unsigned i = 0; i < 4; i++) x[i] = y[i];
}

/* gamma, tau and sigma. */
static ALWAYS_INLINE void last_round(version v, unsigned turn, const uint32_t k[4], uint32_t x[4]) {
    uint32_t y[4] = {k[0], k[1], k[2], k[3]};
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned i = 0; i < 4; i++)
            y[i] ^= (uint32_t)S[v][(i + j + turn) % 4][byte(x[j], i)] << 8 * j;
    }
    for (unsigned i = 0; i < 4; i++) x[i] = y[i];
}

/* ---- Key schedule ---- */

enum { KEY_WORDS = KEY_MAX / 32 };

/* Fractions of the square roots of 3, 5, 7, 11, and of 13, 17, 19, 23. */
static const uint32_t P[4] = {0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f};
static const uint32_t Q[4] = {0x9b05688c, 0x1f83d9ab, 0x5be0cd19, 0xcbbb9d5d};

static const uint32_t ZERO[4] = {0};

/* pi and sigma. */
static inline void permute(unsigned turn, const uint32_t k[4], uint32_t x[4]) {
    static const uint32_t masks[4] = {0x3fcff3fc, 0xfc3fcff3, 0xf3fc3fcf, 0xcff3fc3f};
    uint32_t y[4] = {k[0], k[1], k[2], k[3]};
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned i = 0; i < 4; i++) y[i] ^= x[j] & masks[(i + j + turn) % 4];
    }
    for (unsigned i = 0; i < 4; i++) x[i] = y[i];
}

static inline uint32_t phi_word(uint32_t x) {
    return (x & 0xcffccffc) ^ (rotl32(x, 8) & 0xf33ff33f) ^ (rotl32(x, 16) & 0xfccffccf) ^
           (rotl32(x, 24) & 0x3ff33ff3);
}

/* phi: tau, pi and tau. What it does to a round key, it does to the sum of block and key. It is
 * its own inverse. */
static inline void phi(unsigned turn, uint32_t k[4]) {
    for (unsigned i = 0; i < 4; i++) k[i] = phi_word(rotl32(k[i], 8 * (i + turn)));
}

/* The even bytes of two words. */
static inline uint32_t even_bytes(uint32_t low, uint32_t high) {
    low &= 0x00ff00ff;
    high &= 0x00ff00ff;
    return ((low | low >> 8) & 0x0000ffff) | ((high << 16 | high << 8) & 0xffff0000);
}

/* The expanded keys: either half of the user key goes through a round, v0.5's with pi first and
 * a key, then takes the sum of the other's words. */
static ALWAYS_INLINE void expand_key(version v, uint32_t e[8], const uint32_t key[KEY_WORDS]) {
    uint32_t *u = e, *w = e + 4;
    for (unsigned i = 0; i < 4; i++) {
        uint32_t low = key[2 * i], high = key[2 * i + 1];
        u[i] = v == V0_5 ? low : even_bytes(low, high);
        w[i] = v == V0_5 ? high : even_bytes(low >> 8, high >> 8);
    }
    if (v == V0_5) {
        permute(0, P, u);
        permute(even_turn(v), Q, w);
        last_round(v, 0, ZERO, u);
        last_round(v, even_turn(v), ZERO, w);
    } else {
        full_round(v, 0, ZERO, u);
        full_round(v, even_turn(v), ZERO, w);
    }
    uint32_t t0 = u[0] ^ u[1] ^ u[2] ^ u[3], t1 = w[0] ^ w[1] ^ w[2] ^ w[3];
    for (unsigned i = 0; i < 4; i++) {
        u[i] ^= t1;
        w[i] ^= t0;
    }
}

/* Writes x as round key r and makes it round key r + 2: two words are rotated, of which `turned` is
 * the first, and two take a constant. */
static ALWAYS_INLINE void next_key_v0_5(int decrypting, unsigned r, unsigned turned, uint32_t x[4],
                                        uint32_t k[4]) {
    unsigned a = 8 * (r % 3 + 1), b = 8 * ((r + 1) % 3 + 1), other = 1 - turned;
    for (unsigned i = 0; i < 4; i++) k[i] = x[i];
    x[turned] = rotl32(x[turned], decrypting ? -a : a);
    x[turned + 2] = rotl32(x[turned + 2], decrypting ? -b : b);
    x[other] ^= 0x01010101u << r / 2;
    x[other + 2] ^= 0x01010101u << r / 2;
}

static ALWAYS_INLINE void schedule_v0_5(int decrypting, uint32_t x[2][4], uint32_t *k, int step) {
    for (unsigned r = 0; r < ROUNDS; r += 4, k += 4 * step) {
        next_key_v0_5(decrypting, r, 0, x[0], k);
        next_key_v0_5(decrypting, r + 1, 1, x[1], k + step);
        next_key_v0_5(decrypting, r + 2, 1, x[0], k + 2 * step);
        next_key_v0_5(decrypting, r + 3, 0, x[1], k + 3 * step);
    }
    for (unsigned i = 0; i < 4; i++) k[i] = x[0][i];
}

/* Every byte rotated. */
static inline uint32_t rotate_bytes(uint32_t x, unsigned n) {
    uint32_t low = 0x01010101 * (0xffu >> n);
    return (x & low) << n | (x & ~low) >> (8 - n);
}

static ALWAYS_INLINE void schedule_v1_0(int decrypting, uint32_t x[2][4], uint32_t *k, int step) {
    const uint32_t (*constants)[4] = C[decrypting];
    uint32_t *e = x[0], *o = x[1]; /* for round keys of even and odd number */
    for (unsigned r = 0; r < ROUNDS; r += 2, k += 2 * step) {
        for (unsigned i = 0; i < 4; i++) k[i] = e[i] ^ constants[r][i];
        for (unsigned i = 0; i < 4; i++) (k + step)[i] = o[i] ^ constants[r + 1][i];
        uint32_t e0 = e[0], o3 = o[3];
        e[0] = rotl32(e[1], decrypting ? 16 : 24);
        e[1] = rotl32(e[2], decrypting ? 24 : 16);
        e[2] = rotate_bytes(e[3], 6);
        e[3] = rotate_bytes(e0, 6);
        o[3] = rotl32(o[2], decrypting ? 8 : 16);
        o[2] = rotl32(o[1], decrypting ? 16 : 8);
        o[1] = rotate_bytes(o[0], 2);
        o[0] = rotate_bytes(o3, 2);
    }
    for (unsigned i = 0; i < 4; i++) k[i] = e[i] ^ constants[ROUNDS][i];
}

/* The round keys of one direction from the expanded keys, `step` apart. */
static ALWAYS_INLINE void schedule(version v, int decrypting, const uint32_t e[8], uint32_t *k,
                                   int step) {
    uint32_t x[2][4] = {{e[0], e[1], e[2], e[3]}, {e[4], e[5], e[6], e[7]}};
    if (v == V0_5)
        schedule_v0_5(decrypting, x, k, step);
    else
        schedule_v1_0(decrypting, x, k, step);
}

/* Decryption's round keys are phi of encryption's, last to first. phi turns the direction of
 * rotations, so that they too can be made one from the other. It is undone in the key of a last
 * round, which has no pi. */
static ALWAYS_INLINE int set_key(version v, crypton_context *c, const uint8_t *key,
                                 unsigned key_bits, int directions) {
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    uint32_t w[KEY_WORDS], e[8];
    load_words_le(w, KEY_WORDS, key, key_bits / 8);
    expand_key(v, e, w);
    if (directions & FIFTEEN_ENCRYPT) {
        schedule(v, 0, e, c->ek, 4);
        phi(even_turn(v), c->ek + 4 * ROUNDS);
    }
    if (directions & FIFTEEN_DECRYPT) {
        phi(even_turn(v), e);
        phi(0, e + 4);
        schedule(v, 1, e, c->dk + 4 * ROUNDS, -4);
        phi(even_turn(v), c->dk + 4 * ROUNDS);
    }
    wipe_bytes(w, sizeof w);
    wipe_bytes(e, sizeof e);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's look-ups. */
enum { BATCH = 2 };

static ALWAYS_INLINE void crypt_lanes(version v, const uint32_t *k, const uint8_t *in, uint8_t *out,
                                      unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) {
        for (unsigned i = 0; i < 4; i++) x[n][i] = load32_le(in + 16 * n + 4 * i) ^ k[i];
    }
    for (unsigned r = 2; r < ROUNDS; r += 2, k += 8) {
        for (unsigned n = 0; n < lanes; n++) full_round(v, 0, k + 4, x[n]);
        for (unsigned n = 0; n < lanes; n++) full_round(v, even_turn(v), k + 8, x[n]);
    }
    for (unsigned n = 0; n < lanes; n++) full_round(v, 0, k + 4, x[n]);
    for (unsigned n = 0; n < lanes; n++) last_round(v, even_turn(v), k + 8, x[n]);
    for (unsigned n = 0; n < lanes; n++) {
        for (unsigned i = 0; i < 4; i++) store32_le(out + 16 * n + 4 * i, x[n][i]);
    }
}

static ALWAYS_INLINE void crypt(version v, const uint32_t *k, const uint8_t *in, uint8_t *out,
                                size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        crypt_lanes(v, k, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) crypt_lanes(v, k, in, out, 1);
}

static ALWAYS_INLINE void encrypt(version v, const crypton_context *c, const uint8_t *in,
                                  uint8_t *out, size_t blocks) {
    crypt(v, c->ek, in, out, blocks);
}

/* ---- Decryption ---- */

static ALWAYS_INLINE void decrypt(version v, const crypton_context *c, const uint8_t *in,
                                  uint8_t *out, size_t blocks) {
    crypt(v, c->dk, in, out, blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(crypton_context)); }

#define ENGINE(symbol, id, v)                                                                      \
    static int set_key_##v(void *context, const uint8_t *key, unsigned key_bits, int directions) { \
        return set_key(v, context, key, key_bits, directions);                                     \
    }                                                                                              \
    static void encrypt_##v(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) { \
        encrypt(v, context, in, out, blocks);                                                      \
    }                                                                                              \
    static void decrypt_##v(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) { \
        decrypt(v, context, in, out, blocks);                                                      \
    }                                                                                              \
    const fifteen_engine symbol = {                                                                \
        .cipher = id,                                                                              \
        .name = "portable",                                                                        \
        .needs = "",                                                                               \
        .block_bytes = 16,                                                                         \
        .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},                                                  \
        .batch = BATCH,                                                                            \
        .context_bytes = sizeof(crypton_context),                                                  \
        .context_align = _Alignof(crypton_context),                                                \
        .set_key = set_key_##v,                                                                    \
        .encrypt = encrypt_##v,                                                                    \
        .decrypt = decrypt_##v,                                                                    \
        .wipe = wipe,                                                                              \
    };

ENGINE(fifteen_crypton_v0_5_portable, "crypton-v0.5", V0_5)
ENGINE(fifteen_crypton_v1_0_portable, "crypton-v1.0", V1_0)
