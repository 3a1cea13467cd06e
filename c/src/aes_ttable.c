/* SPDX-License-Identifier: Apache-2.0
 * AES by tables; its keys of 32 and 64 bits are for study and offer no security.
 *
 * Boris Damjanovic and Dejan Simic, 2011. "Comparative Implementation Analysis
 * of AES Algorithm" (Journal of Information Technology and Applications 1),
 * where this is EaesG, after Brian Gladman: four tables of 256 words to encrypt
 * and four to decrypt, one block at a time. With keys of 128 bits and more it is
 * FIPS 197 (2001).
 * Block 128 bits, key 32, 64, 128, 192, 256; Nk + 6 rounds.
 * Bytes fill the state column by column; a column is one little-endian word.
 *
 * Not constant-time: the look-ups depend on key and data.
 */
#include "aes.h"
#include "rijndael_columns.h"

/* ---- Context ---- */

typedef struct {
    unsigned rounds;
    uint32_t ek[4 * (MAX_ROUNDS + 1)]; /* round keys, first to last */
    uint32_t dk[4 * (MAX_ROUNDS + 1)]; /* the equivalent inverse cipher's, last to first */
} ttable_context;

/* ---- Key schedule ---- */

static void set_key(void *context, const uint8_t *key, unsigned key_words, int directions) {
    ttable_context *c = context;
    c->rounds = rounds_of(key_words);
    expand_key(c->ek, 4 * (c->rounds + 1), key, key_words, sub_word);
    if (directions & FIFTEEN_DECRYPT) invert_key(c->dk, c->ek, 4, c->rounds);
}

/* ---- Encryption ---- */

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const ttable_context *c = context;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        const uint32_t *k = c->ek, *last = c->ek + 4 * c->rounds;
        uint_fast32_t s0 = k[0] ^ load32_le(in);
        uint_fast32_t s1 = k[1] ^ load32_le(in + 4);
        uint_fast32_t s2 = k[2] ^ load32_le(in + 8);
        uint_fast32_t s3 = k[3] ^ load32_le(in + 12);
        for (k += 4; k < last; k += 4) {
            uint_fast32_t t0 = k[0] ^ column(T, s0, s1, s2, s3);
            uint_fast32_t t1 = k[1] ^ column(T, s1, s2, s3, s0);
            uint_fast32_t t2 = k[2] ^ column(T, s2, s3, s0, s1);
            uint_fast32_t t3 = k[3] ^ column(T, s3, s0, s1, s2);
            s0 = t0, s1 = t1, s2 = t2, s3 = t3;
        }
        store32_le(out, k[0] ^ last_column(S, s0, s1, s2, s3));
        store32_le(out + 4, k[1] ^ last_column(S, s1, s2, s3, s0));
        store32_le(out + 8, k[2] ^ last_column(S, s2, s3, s0, s1));
        store32_le(out + 12, k[3] ^ last_column(S, s3, s0, s1, s2));
    }
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const ttable_context *c = context;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        const uint32_t *k = c->dk, *last = c->dk + 4 * c->rounds;
        uint_fast32_t s0 = k[0] ^ load32_le(in);
        uint_fast32_t s1 = k[1] ^ load32_le(in + 4);
        uint_fast32_t s2 = k[2] ^ load32_le(in + 8);
        uint_fast32_t s3 = k[3] ^ load32_le(in + 12);
        for (k += 4; k < last; k += 4) {
            uint_fast32_t t0 = k[0] ^ column(IT, s0, s3, s2, s1);
            uint_fast32_t t3 = k[3] ^ column(IT, s3, s2, s1, s0);
            uint_fast32_t t2 = k[2] ^ column(IT, s2, s1, s0, s3);
            uint_fast32_t t1 = k[1] ^ column(IT, s1, s0, s3, s2);
            s0 = t0, s1 = t1, s2 = t2, s3 = t3;
        }
        store32_le(out, k[0] ^ last_column(IS, s0, s3, s2, s1));
        store32_le(out + 4, k[1] ^ last_column(IS, s1, s0, s3, s2));
        store32_le(out + 8, k[2] ^ last_column(IS, s2, s1, s0, s3));
        store32_le(out + 12, k[3] ^ last_column(IS, s3, s2, s1, s0));
    }
}

/* ---- Engine ---- */

AES_ENGINES(ttable)
