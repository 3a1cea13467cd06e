/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with 128-bit blocks (AES, and its key sizes in between).
 *
 * Joan Daemen and Vincent Rijmen, 1998. FIPS-197 (2001) for 128, 192 and 256
 * bits; "The Design of Rijndael" (2002), chapter 3, for 160 and 224.
 * Block 128 bits, key 128 to 256 in steps of 32; max(Nk, 4) + 6 rounds.
 * Bytes fill the state column by column; a column is one little-endian word.
 *
 * SubBytes, ShiftRows and MixColumns of a column are four table look-ups. Two
 * blocks side by side hide the latency of each other's.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "bytes.h"
#include "rijndael_tables.h"

/* ---- Context ---- */

enum { MAX_ROUNDS = 14 };

typedef struct {
    unsigned rounds;
    uint32_t ek[4 * (MAX_ROUNDS + 1)]; /* round keys, first to last */
    uint32_t dk[4 * (MAX_ROUNDS + 1)]; /* the equivalent inverse cipher's, last to first */
} rijndael_context;

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 32 };

static uint32_t sub_word(uint32_t x) {
    return S[x & 255] | (uint32_t)S[x >> 8 & 255] << 8 | (uint32_t)S[x >> 16 & 255] << 16 |
           (uint32_t)S[x >> 24] << 24;
}

static uint32_t inverse_mix_column(uint32_t x) {
    return IT[0][S[x & 255]] ^ IT[1][S[x >> 8 & 255]] ^ IT[2][S[x >> 16 & 255]] ^ IT[3][S[x >> 24]];
}

/* FIPS-197 5.2. */
static void expand_key(rijndael_context *c, const uint8_t *key, unsigned key_words) {
    uint32_t *w = c->ek;
    unsigned words = 4 * (c->rounds + 1);
    uint32_t round_constant = 1, last = 0; /* the last word, not to wait for its store */
    for (unsigned i = 0; i < key_words; i++) last = w[i] = load32_le(key + 4 * i);
    for (unsigned i = key_words, column = 0; i < words; i++) {
        if (column == 0) {
            last = sub_word(rotr32(last, 8)) ^ round_constant;
            round_constant = round_constant << 1 ^ (round_constant >> 7) * 0x11b;
        } else if (key_words > 6 && column == 4) {
            last = sub_word(last);
        }
        last = w[i] = w[i - key_words] ^ last;
        if (++column == key_words) column = 0;
    }
}

/* FIPS-197 5.3.5; columns 1 and 3 change places, see load. */
static void invert_key(rijndael_context *c) {
    for (unsigned r = 0; r <= c->rounds; r++) {
        const uint32_t *ek = c->ek + 4 * (c->rounds - r);
        uint32_t *dk = c->dk + 4 * r;
        int outer = r == 0 || r == c->rounds;
        for (unsigned i = 0; i < 4; i++) dk[-i & 3] = outer ? ek[i] : inverse_mix_column(ek[i]);
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    rijndael_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    c->rounds = key_bits / 32 + 6;
    expand_key(c, key, key_bits / 32);
    if (directions & FIFTEEN_DECRYPT) invert_key(c);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

typedef struct {
    uint32_t a, b, c, d; /* the columns */
} state;

static inline uint32_t column(const uint32_t t[4][256], uint32_t a, uint32_t b, uint32_t c,
                              uint32_t d) {
    return t[0][a & 255] ^ t[1][b >> 8 & 255] ^ t[2][c >> 16 & 255] ^ t[3][d >> 24];
}
static inline state full_round(const uint32_t t[4][256], const uint32_t *k, state s) {
    state r = {k[0] ^ column(t, s.a, s.b, s.c, s.d), k[1] ^ column(t, s.b, s.c, s.d, s.a),
               k[2] ^ column(t, s.c, s.d, s.a, s.b), k[3] ^ column(t, s.d, s.a, s.b, s.c)};
    return r;
}

static inline uint32_t last_column(const uint8_t box[256], uint32_t a, uint32_t b, uint32_t c,
                                   uint32_t d) {
    return box[a & 255] | (uint32_t)box[b >> 8 & 255] << 8 | (uint32_t)box[c >> 16 & 255] << 16 |
           (uint32_t)box[d >> 24] << 24;
}

static inline state last_round(const uint8_t box[256], const uint32_t *k, state s) {
    state r = {
        k[0] ^ last_column(box, s.a, s.b, s.c, s.d), k[1] ^ last_column(box, s.b, s.c, s.d, s.a),
        k[2] ^ last_column(box, s.c, s.d, s.a, s.b), k[3] ^ last_column(box, s.d, s.a, s.b, s.c)};
    return r;
}

/* Columns b and d change places when deciphering, so that InvShiftRows is
 * ShiftRows: `b` and `d` are where they stand in a block. */
static inline state load(const uint8_t *in, const uint32_t *k, int b, int d) {
    state s = {k[0] ^ load32_le(in), k[1] ^ load32_le(in + b), k[2] ^ load32_le(in + 8),
               k[3] ^ load32_le(in + d)};
    return s;
}

static inline void store(uint8_t *out, state s, int b, int d) {
    store32_le(out, s.a);
    store32_le(out + b, s.b);
    store32_le(out + 8, s.c);
    store32_le(out + d, s.d);
}

static inline void crypt(const uint32_t t[4][256], const uint8_t box[256], const uint32_t *keys,
                         unsigned rounds, int b, int d, const uint8_t *in, uint8_t *out,
                         size_t blocks) {
    for (; blocks >= 2; blocks -= 2, in += 32, out += 32) {
        const uint32_t *k = keys;
        state s = load(in, k, b, d), z = load(in + 16, k, b, d);
        for (unsigned r = rounds - 1; r > 0; r--) {
            k += 4;
            s = full_round(t, k, s);
            z = full_round(t, k, z);
        }
        store(out, last_round(box, k + 4, s), b, d);
        store(out + 16, last_round(box, k + 4, z), b, d);
    }
    if (blocks > 0) {
        const uint32_t *k = keys;
        state s = load(in, k, b, d);
        for (unsigned r = rounds - 1; r > 0; r--) {
            k += 4;
            s = full_round(t, k, s);
        }
        store(out, last_round(box, k + 4, s), b, d);
    }
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const rijndael_context *c = context;
    crypt(T, S, c->ek, c->rounds, 4, 12, in, out, blocks);
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const rijndael_context *c = context;
    crypt(IT, IS, c->dk, c->rounds, 12, 4, in, out, blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(rijndael_context)); }

const fifteen_engine fifteen_rijndael_portable = {
    .cipher = "rijndael",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = 2,
    .context_bytes = sizeof(rijndael_context),
    .context_align = _Alignof(rijndael_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
