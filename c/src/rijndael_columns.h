/* SPDX-License-Identifier: Apache-2.0
 * What Rijndael's engines that work column by column share: the look-ups of a
 * column and the key schedule. A column is one little-endian word. */
#ifndef FIFTEEN_RIJNDAEL_COLUMNS_H
#define FIFTEEN_RIJNDAEL_COLUMNS_H

#include "bytes.h"
#include "rijndael_tables.h"

/* SubBytes, ShiftRows and MixColumns of a column: row 0 is from a, row 1 from b... In words as wide
 * as an address, a byte taken out of one is an index as it stands. */
static inline uint32_t column(const uint32_t t[4][256], uint_fast32_t a, uint_fast32_t b,
                              uint_fast32_t c, uint_fast32_t d) {
    return t[0][a & 255] ^ t[1][b >> 8 & 255] ^ t[2][c >> 16 & 255] ^ t[3][d >> 24];
}

/* The last round's has no MixColumns. */
static inline uint32_t last_column(const uint8_t box[256], uint_fast32_t a, uint_fast32_t b,
                                   uint_fast32_t c, uint_fast32_t d) {
    return box[a & 255] | (uint32_t)box[b >> 8 & 255] << 8 | (uint32_t)box[c >> 16 & 255] << 16 |
           (uint32_t)box[d >> 24] << 24;
}

static inline uint32_t sub_word(uint32_t x) { return last_column(S, x, x, x, x); }

static inline uint32_t inverse_mix_column(uint32_t x) {
    return IT[0][S[x & 255]] ^ IT[1][S[x >> 8 & 255]] ^ IT[2][S[x >> 16 & 255]] ^ IT[3][S[x >> 24]];
}

/* FIPS 197, 5.2, for any number of words; the round constants go on doubling. SubWord is sub_word
 * or, where it must take constant time, another. */
static ALWAYS_INLINE void expand_key(uint32_t *w, unsigned words, const uint8_t *key,
                                     unsigned key_words, uint32_t (*sub)(uint32_t)) {
    uint32_t round_constant = 1, last = 0; /* the last word, not to wait for its store */
    for (unsigned i = 0; i < key_words; i++) last = w[i] = load32_le(key + 4 * i);
    for (unsigned i = key_words, column = 0; i < words; i++) {
        if (column == 0) {
            last = sub(rotr32(last, 8)) ^ round_constant;
            round_constant = round_constant << 1 ^ (round_constant >> 7) * 0x11b;
        } else if (key_words > 6 && column == 4) {
            last = sub(last);
        }
        last = w[i] = w[i - key_words] ^ last;
        if (++column == key_words) column = 0;
    }
}

/* FIPS 197, 5.3.5: the round keys of the equivalent inverse cipher, last to first. */
static inline void invert_key(uint32_t *dk, const uint32_t *ek, unsigned columns, unsigned rounds) {
    for (unsigned r = 0; r <= rounds; r++) {
        const uint32_t *from = ek + columns * (rounds - r);
        uint32_t *to = dk + columns * r;
        int outer = r == 0 || r == rounds;
        for (unsigned i = 0; i < columns; i++)
            to[i] = outer ? from[i] : inverse_mix_column(from[i]);
    }
}

#endif
