/* SPDX-License-Identifier: Apache-2.0
 * AES by rows; its keys of 32 and 64 bits are for study and offer no security.
 *
 * Guido Bertoni, Luca Breveglieri, Pasqualina Fragneto, Marco Macchetti and
 * Stefano Marchesin, 2002. "Efficient Software Implementation of AES on 32-Bit
 * Platforms" (CHES 2002, LNCS 2523): the state is transposed. EaesB of Boris
 * Damjanovic and Dejan Simic, "Comparative Implementation Analysis of AES
 * Algorithm" (Journal of Information Technology and Applications 1, 2011),
 * which adds the short keys. With keys of 128 bits and more it is FIPS 197
 * (2001).
 * Block 128 bits, key 32, 64, 128, 192, 256; Nk + 6 rounds.
 * Bytes fill the state column by column; a row is one word, column 0 in its low
 * byte, so that MixColumns works on four columns at once. The only tables are
 * the S-box and its inverse.
 *
 * Not constant-time: the look-ups depend on key and data.
 */
#include "aes.h"
#include "rijndael_tables.h"

/* ---- Context ---- */

typedef struct {
    unsigned rounds;
    uint32_t k[MAX_ROUNDS + 1][4]; /* round keys, first to last, each by rows */
} rowwise_context;

/* ---- Key schedule ---- */

/* Rows to columns or back: byte j of word i changes places with byte i of word j. */
static inline void transpose(uint32_t s[4]) {
    const uint32_t even = 0x00ff00ff;
    uint32_t a = (s[0] & even) | (s[1] & even) << 8, b = (s[0] >> 8 & even) | (s[1] & ~even);
    uint32_t c = (s[2] & even) | (s[3] & even) << 8, d = (s[2] >> 8 & even) | (s[3] & ~even);
    s[0] = (a & 0xffff) | c << 16;
    s[1] = (b & 0xffff) | d << 16;
    s[2] = a >> 16 | (c & 0xffff0000);
    s[3] = b >> 16 | (d & 0xffff0000);
}

static inline uint64_t fold(uint64_t x) {
    x ^= x >> 16;
    return (x ^ x >> 8) & 255;
}

/* FIPS 197, 5.2, transposed. A column is the sum of the one before it and the one Nk before it. So
 * of a row, whose next Nk bytes are made at once, each is the sum of the bytes up to its place. */
static void set_key(void *context, const uint8_t *key, unsigned key_words, int directions) {
    enum { COLUMNS = 4 * (MAX_ROUNDS + 1) };
    rowwise_context *c = context;
    uint64_t row[4] = {0}; /* of Nk columns; the bytes above them are garbage */
    uint8_t rows[4][COLUMNS + 8], last[4];
    uint64_t round_constant = 1;
    (void)directions;
    c->rounds = rounds_of(key_words);
    for (unsigned i = 0; i < 4 * key_words; i++) row[i % 4] |= (uint64_t)key[i] << 8 * (i / 4);
    for (unsigned at = 0; at < 4 * (c->rounds + 1); at += key_words) {
        for (unsigned i = 0; i < 4; i++) {
            store64_le(rows[i] + at, row[i]);
            last[i] = S[row[i] >> 8 * (key_words - 1) & 255];
        }
        row[0] ^= round_constant;
        round_constant = round_constant << 1 ^ (round_constant >> 7) * 0x11b;
        for (unsigned i = 0; i < 4; i++) {
            uint64_t x = row[i] ^ last[(i + 1) % 4];
            if (key_words > 6) { /* column 4 takes in column 3 by way of the S-box */
                uint64_t sum = fold(x);
                x ^= (sum ^ S[sum]) << 32;
            }
            x ^= x << 8;
            x ^= x << 16;
            row[i] = x ^ x << 32;
        }
    }
    for (unsigned r = 0; r <= c->rounds; r++)
        for (unsigned i = 0; i < 4; i++) c->k[r][i] = load32_le(rows[i] + 4 * r);
    wipe_bytes(row, sizeof row);
    wipe_bytes(rows, sizeof rows);
    wipe_bytes(last, sizeof last);
}

/* ---- Encryption ---- */

/* Each byte times x in GF(2^8). */
static inline uint32_t times_x(uint32_t a) {
    return (a & 0x7f7f7f7f) << 1 ^ (a >> 7 & 0x01010101) * 0x1b;
}

static inline uint32_t sub_row(const uint8_t box[256], uint32_t row) {
    return box[row & 255] | (uint32_t)box[row >> 8 & 255] << 8 |
           (uint32_t)box[row >> 16 & 255] << 16 | (uint32_t)box[row >> 24] << 24;
}

static inline void mix_columns(uint32_t s[4]) {
    uint32_t a = s[0], b = s[1], c = s[2], d = s[3], all = a ^ b ^ c ^ d;
    s[0] = a ^ all ^ times_x(a ^ b);
    s[1] = b ^ all ^ times_x(b ^ c);
    s[2] = c ^ all ^ times_x(c ^ d);
    s[3] = d ^ all ^ times_x(d ^ a);
}

static inline void add_round_key(uint32_t s[4], const uint32_t k[4]) {
    for (unsigned i = 0; i < 4; i++) s[i] ^= k[i];
}

static inline void load(uint32_t s[4], const uint8_t *in) {
    for (unsigned i = 0; i < 4; i++) s[i] = load32_le(in + 4 * i);
    transpose(s);
}

static inline void store(uint8_t *out, uint32_t s[4]) {
    transpose(s);
    for (unsigned i = 0; i < 4; i++) store32_le(out + 4 * i, s[i]);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const rowwise_context *c = context;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        uint32_t s[4];
        load(s, in);
        add_round_key(s, c->k[0]);
        for (unsigned r = 1;; r++) {
            for (unsigned i = 0; i < 4; i++) s[i] = rotr32(sub_row(S, s[i]), 8 * i);
            if (r == c->rounds) break;
            mix_columns(s);
            add_round_key(s, c->k[r]);
        }
        add_round_key(s, c->k[c->rounds]);
        store(out, s);
    }
}

/* ---- Decryption ---- */

/* The inverse of MixColumns is MixColumns after (4x^2 + 5), as the paper has it. */
static inline void inverse_mix_columns(uint32_t s[4]) {
    uint32_t even = times_x(times_x(s[0] ^ s[2])), odd = times_x(times_x(s[1] ^ s[3]));
    s[0] ^= even;
    s[1] ^= odd;
    s[2] ^= even;
    s[3] ^= odd;
    mix_columns(s);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const rowwise_context *c = context;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        uint32_t s[4];
        load(s, in);
        add_round_key(s, c->k[c->rounds]);
        for (unsigned r = c->rounds - 1;; r--) {
            for (unsigned i = 0; i < 4; i++) s[i] = sub_row(IS, rotl32(s[i], 8 * i));
            add_round_key(s, c->k[r]);
            if (r == 0) break;
            inverse_mix_columns(s);
        }
        store(out, s);
    }
}

/* ---- Engine ---- */

AES_ENGINES(rowwise)
