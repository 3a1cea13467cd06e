/* SPDX-License-Identifier: Apache-2.0
 * Rijndael: AES, and its other block and key sizes.
 *
 * Joan Daemen and Vincent Rijmen, 1998. FIPS 197 (2001) for blocks of 128 bits
 * and keys of 128, 192 and 256; "The Design of Rijndael" (2002), chapter 3, for
 * the others.
 * Block and key 128 to 256 bits in steps of 32; max(Nb, Nk) + 6 rounds.
 * Bytes fill the state column by column; a column is one little-endian word.
 *
 * SubBytes, ShiftRows and MixColumns of a column are four table look-ups; the last
 * round, without MixColumns, has tables of its own.
 * Not constant-time: the look-ups depend on key and data.
 */
/* ---- Tables (FIPS 197, 5.1.1; The Design of Rijndael 4.2) ---- */

#include "rijndael_columns.h" /* with columns and key expansion, which aes_ttable.c shares */

/* ---- Context ---- */

/* Every function below takes the number of columns, Nb, as a constant. */
enum { MAX_COLUMNS = 8, MAX_ROUNDS = 14 };

#define KEY_WORDS(columns) ((columns) * (MAX_ROUNDS + 1))

typedef struct {
    unsigned rounds;
    uint32_t k[]; /* KEY_WORDS of the cipher's round keys, then KEY_WORDS of its inverse's */
} rijndael_context;

#define CONTEXT_BYTES(columns) (sizeof(rijndael_context) + 2 * KEY_WORDS(columns) * 4)

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 32 };

static ALWAYS_INLINE int set_key(void *context, unsigned columns, const uint8_t *key,
                                 unsigned key_bits, int directions) {
    rijndael_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    unsigned key_words = key_bits / 32;
    c->rounds = (key_words > columns ? key_words : columns) + 6;
    expand_key(c->k, columns * (c->rounds + 1), key, key_words, sub_word);
    if (directions & FIFTEEN_DECRYPT)
        invert_key(c->k + KEY_WORDS(columns), c->k, columns, c->rounds);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's look-ups; the widest have
 * columns enough to do so alone. */
#define LANES(columns) ((columns) > 6 ? 1 : 2)

typedef struct {
    uint_fast32_t c[MAX_COLUMNS];
} state;

/* The column whose byte ShiftRows, or its inverse, moves into column i of a row. The offsets are
 * 1, 2, 3; with 7 columns 1, 2, 4; with 8 columns 1, 3, 4 (The Design of Rijndael 3.4.2). */
static ALWAYS_INLINE unsigned source(unsigned columns, int inverse, unsigned i, unsigned row) {
    unsigned offset = row + (row + columns >= 10);
    return (i + (inverse ? columns - offset : offset)) % columns;
}

static ALWAYS_INLINE state one_round(const uint32_t t[4][256], unsigned columns, int inverse,
                                     const uint32_t *k, state s) {
    state r = s;
    for (unsigned i = 0; i < columns; i++)
        r.c[i] =
            k[i] ^ column(t, s.c[i], s.c[source(columns, inverse, i, 1)],
                          s.c[source(columns, inverse, i, 2)], s.c[source(columns, inverse, i, 3)]);
    return r;
}

/* One block or two. */
static ALWAYS_INLINE void crypt_lanes(const uint32_t t[4][256], const uint32_t last[4][256],
                                      unsigned columns, int inverse, const uint32_t *k,
                                      unsigned rounds, const uint8_t *in, uint8_t *out,
                                      unsigned lanes) {
    state s[2] = {0};
    for (unsigned n = 0; n < lanes; n++)
        for (unsigned i = 0; i < columns; i++)
            s[n].c[i] = k[i] ^ load32_le(in + 4 * (columns * n + i));
    for (unsigned r = rounds - 1; r > 0; r--) {
        k += columns;
        for (unsigned n = 0; n < lanes; n++) s[n] = one_round(t, columns, inverse, k, s[n]);
    }
    for (unsigned n = 0; n < lanes; n++) {
        s[n] = one_round(last, columns, inverse, k + columns, s[n]);
        for (unsigned i = 0; i < columns; i++)
            store32_le(out + 4 * (columns * n + i), (uint32_t)s[n].c[i]);
    }
}

static ALWAYS_INLINE void crypt(const uint32_t t[4][256], const uint32_t last[4][256],
                                unsigned columns, int inverse, const uint32_t *k, unsigned rounds,
                                const uint8_t *in, uint8_t *out, size_t blocks) {
    const unsigned lanes = LANES(columns), bytes = 4 * columns;
    for (; blocks >= lanes; blocks -= lanes, in += lanes * bytes, out += lanes * bytes)
        crypt_lanes(t, last, columns, inverse, k, rounds, in, out, lanes);
    if (blocks > 0) crypt_lanes(t, last, columns, inverse, k, rounds, in, out, 1);
}

static ALWAYS_INLINE void encrypt(const void *context, unsigned columns, const uint8_t *in,
                                  uint8_t *out, size_t blocks) {
    const rijndael_context *c = context;
    crypt(T, L, columns, 0, c->k, c->rounds, in, out, blocks);
}

/* ---- Decryption ---- */

static ALWAYS_INLINE void decrypt(const void *context, unsigned columns, const uint8_t *in,
                                  uint8_t *out, size_t blocks) {
    const rijndael_context *c = context;
    crypt(IT, IL, columns, 1, c->k + KEY_WORDS(columns), c->rounds, in, out, blocks);
}

/* ---- Engine ---- */

#define ENGINE(symbol, id, columns)                                                                \
    static int set_key_##columns(void *context, const uint8_t *key, unsigned key_bits,             \
                                 int directions) {                                                 \
        return set_key(context, columns, key, key_bits, directions);                               \
    }                                                                                              \
    static void encrypt_##columns(const void *context, const uint8_t *in, uint8_t *out,            \
                                  size_t blocks) {                                                 \
        encrypt(context, columns, in, out, blocks);                                                \
    }                                                                                              \
    static void decrypt_##columns(const void *context, const uint8_t *in, uint8_t *out,            \
                                  size_t blocks) {                                                 \
        decrypt(context, columns, in, out, blocks);                                                \
    }                                                                                              \
    static void wipe_##columns(void *context) { wipe_bytes(context, CONTEXT_BYTES(columns)); }     \
    const fifteen_engine symbol = {                                                                \
        .cipher = id,                                                                              \
        .name = "portable",                                                                        \
        .needs = "",                                                                               \
        .block_bytes = 4 * (columns),                                                              \
        .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},                                                  \
        .batch = LANES(columns),                                                                   \
        .context_bytes = CONTEXT_BYTES(columns),                                                   \
        .context_align = _Alignof(rijndael_context),                                               \
        .set_key = set_key_##columns,                                                              \
        .encrypt = encrypt_##columns,                                                              \
        .decrypt = decrypt_##columns,                                                              \
        .wipe = wipe_##columns,                                                                    \
    };

ENGINE(fifteen_rijndael_portable, "rijndael", 4)
ENGINE(fifteen_rijndael_b160_portable, "rijndael-b160", 5)
ENGINE(fifteen_rijndael_b192_portable, "rijndael-b192", 6)
ENGINE(fifteen_rijndael_b224_portable, "rijndael-b224", 7)
ENGINE(fifteen_rijndael_b256_portable, "rijndael-b256", 8)
