/* SPDX-License-Identifier: Apache-2.0
 * FROG.
 *
 * Dianelos Georgoudis, Damian Leroux and Billy Simon Chaves (TecApro), 1998.
 * "The FROG Encryption Algorithm".
 * Block 128 bits, key 40 to 1000 in steps of 8; 8 rounds. Block and key are
 * strings of bytes; NIST's files print them back to front.
 *
 * A step substitutes one byte of the block and adds it to two others, the next
 * one and one that the key chooses. Eight blocks go side by side: one word has
 * byte j of all of them, so that only the substitution is done for each.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "frog.h"

#include "wide.h"

/* ---- Tables ---- */

/* randomSeed: the first groups of five digits of "A Million Random Digits with
 * 100,000 Normal Deviates" (RAND, 1955), modulo 256. */
static const uint8_t SEED[251] = {
    0x71, 0x15, 0xe8, 0x12, 0x71, 0x5c, 0x3f, 0x9d, 0x7c, 0xc1, 0xa6, 0xc5, 0x7e, 0x38, 0xe5, 0xe5,
    0x9c, 0xa2, 0x36, 0x11, 0xe6, 0x59, 0xbd, 0x57, 0xa9, 0x00, 0x51, 0xcc, 0x08, 0x46, 0xcb, 0xe1,
    0xa0, 0x3b, 0xa7, 0xbd, 0x64, 0x9d, 0x54, 0x0b, 0x07, 0x82, 0x1d, 0x33, 0x20, 0x2d, 0x87, 0xed,
    0x8b, 0x21, 0x11, 0xdd, 0x18, 0x32, 0x59, 0x4a, 0x15, 0xcd, 0xbf, 0xf2, 0x54, 0x35, 0x03, 0xe6,
    0xe7, 0x76, 0x0f, 0x0f, 0x6b, 0x04, 0x15, 0x22, 0x03, 0x9c, 0x39, 0x42, 0x5d, 0xff, 0xbf, 0x03,
    0x55, 0x87, 0xcd, 0xc8, 0xb9, 0xcc, 0x34, 0x25, 0x23, 0x18, 0x44, 0xb9, 0xc9, 0x0a, 0xe0, 0xea,
    0x07, 0x78, 0xc9, 0x73, 0xd8, 0x67, 0x39, 0xff, 0x5d, 0x6e, 0x2a, 0xf9, 0x44, 0x0e, 0x1d, 0x37,
    0x80, 0x54, 0x25, 0x98, 0xdd, 0x89, 0x27, 0x0b, 0xfc, 0x32, 0x90, 0x23, 0xb2, 0xbe, 0x2b, 0xa2,
    0x67, 0xf9, 0x6d, 0x08, 0xeb, 0x21, 0x9e, 0x6f, 0xfc, 0xcd, 0xa9, 0x36, 0x0a, 0x14, 0xdd, 0xc9,
    0xb2, 0xe0, 0x59, 0xb8, 0xb6, 0x41, 0xc9, 0x0a, 0x3c, 0x06, 0xbf, 0xae, 0x4f, 0x62, 0x1a, 0xa0,
    0xfc, 0x33, 0x3f, 0x4f, 0x06, 0x66, 0x7b, 0xad, 0x31, 0x03, 0x6e, 0xe9, 0x5a, 0x9e, 0xe4, 0xd2,
    0xd1, 0xed, 0x1e, 0x5f, 0x1c, 0xb3, 0xcc, 0xdc, 0x48, 0xa3, 0x4d, 0xa6, 0xc0, 0x62, 0xa5, 0x19,
    0x91, 0xa2, 0x5b, 0xd4, 0x29, 0xe6, 0x6e, 0x06, 0x6b, 0xbb, 0x7f, 0x26, 0x52, 0x62, 0x1e, 0x43,
    0xe1, 0x50, 0xd0, 0x86, 0x3c, 0xfa, 0x99, 0x57, 0x94, 0x3c, 0x42, 0xa5, 0x48, 0x1d, 0xa5, 0x52,
    0xd3, 0xcf, 0x00, 0xb1, 0xce, 0x0d, 0x06, 0x0e, 0x5c, 0xf8, 0x3c, 0xc9, 0x84, 0x5f, 0x23, 0xd7,
    0x76, 0xb1, 0x79, 0xb4, 0x1b, 0x53, 0x83, 0x1a, 0x27, 0x2e, 0x0c,
};

/* ---- Key schedule ---- */

enum { ROUND_KEY = 2 * BLOCK + 256 };

/* Takes an element out of a list of up to 16 digits. */
static inline unsigned take(uint64_t *list, unsigned index) {
    uint64_t after = ~(uint64_t)0 << 4 * index;
    unsigned digit = (unsigned)(*list >> 4 * index) & 15;
    *list = (*list & ~after) | (*list >> 4 & after);
    return digit;
}

static const uint64_t DIGITS = 0xfedcba9876543210;
static const uint64_t ONES = 0x0040201008040201; /* in seven fields of nine bits */

/* makePermutation: byte by byte an index, counted on from the last one, into
 * what is left of 0 to 255. That is eight groups of two lists. `starts` has the
 * elements before groups 1 to 7 in its fields: one subtraction finds those that
 * begin at an index or before it. */
static void make_permutation_256(uint8_t p[256]) {
    uint64_t starts = 0, lists[16];
    unsigned lefts[8]; /* elements in a group's first list */
    for (unsigned n = 7; n > 0; n--) starts = starts << 9 | 32 * n;
    for (unsigned n = 0; n < 16; n++) lists[n] = DIGITS;
    for (unsigned n = 0; n < 8; n++) lefts[n] = 16;
    unsigned index = 0;
    for (unsigned size = 256; size > 0; size--, p++) {
        index += *p % size;
        if (index >= size) index -= size;
        uint64_t rests = (ONES << 8) + ONES * index - starts, begun = rests >> 8 & ONES;
        unsigned group = (unsigned)(begun * ONES >> 54) & 7; /* their number */
        unsigned rest = group == 0 ? index : (unsigned)(rests >> (9 * group - 9)) & 255;
        unsigned left = lefts[group], right = rest >= left;
        starts -= begun ^ ONES;
        lefts[group] = left - 1 + right;
        rest -= right ? left : 0;
        *p = (uint8_t)(32 * group + 16 * right + take(&lists[2 * group + right], rest));
    }
}

static void make_permutation_16(uint8_t p[BLOCK]) {
    uint64_t list = DIGITS;
    unsigned index = 0;
    for (unsigned size = BLOCK; size > 0; size--, p++) {
        index = (index + *p) % size;
        *p = (uint8_t)take(&list, index);
    }
}

/* Joins the cycles of BombPermu into one, then lets no byte point at the next. */
static void mend_bomb_permu(uint8_t p[BLOCK]) {
    unsigned used = 0, j = 0;
    for (unsigned i = 0; i < BLOCK - 1; i++) {
        if (p[j] == 0) {
            unsigned k = j, last;
            do k = (k + 1) % BLOCK;
            while ((used >> k & 1) != 0);
            p[j] = (uint8_t)k;
            for (last = k; p[last] != k;) last = p[last];
            p[last] = 0;
        }
        used |= 1u << j;
        j = p[j];
    }
    for (j = 0; j < BLOCK; j++)
        if (p[j] == (j + 1) % BLOCK) p[j] = (uint8_t)((j + 2) % BLOCK);
}

/* makeInternalKey */
static void make_internal_key(frog_context *c, uint8_t raw[ROUNDS][ROUND_KEY], int directions) {
    for (unsigned r = 0; r < ROUNDS; r++) {
        uint8_t *xor_bu = raw[r], *subst = xor_bu + BLOCK, *bomb = subst + 256;
        for (unsigned j = 0; j < BLOCK; j++) c->xor_bu[r][j] = xor_bu[j] * 0x0101010101010101u;
        make_permutation_256(subst);
        for (unsigned x = 0; x < 256; x++) {
            if (directions & FIFTEEN_ENCRYPT) c->subst_permu[r][x] = subst[x];
            if (directions & FIFTEEN_DECRYPT) c->inverse[r][subst[x]] = (uint8_t)x;
        }
        make_permutation_16(bomb);
        mend_bomb_permu(bomb);
        memcpy(c->bomb_permu[r], bomb, BLOCK);
    }
}

static void encrypt_one(const frog_context *c, const uint8_t *in, uint8_t *out);

/* hashKey: key and seed, repeated, make a first internal key; with that the
 * second is encrypted out of the start of the key, in a chain. */
static void hash_key(frog_context *c, const uint8_t *key, unsigned key_bytes, int directions) {
    uint8_t raw[ROUNDS][ROUND_KEY], block[BLOCK] = {0};
    uint8_t *bytes = (uint8_t *)raw, *end = bytes + sizeof raw;
    for (unsigned i = 0; i < sizeof raw; i++) bytes[i] = SEED[i % sizeof SEED] ^ key[i % key_bytes];
    make_internal_key(c, raw, FIFTEEN_ENCRYPT);

    memcpy(block, key, key_bytes < BLOCK ? key_bytes : BLOCK);
    block[0] ^= (uint8_t)key_bytes;
    const uint8_t *last = block;
    for (; bytes < end; last = bytes, bytes += BLOCK) encrypt_one(c, last, bytes);
    make_internal_key(c, raw, directions);
    wipe_bytes(raw, sizeof raw);
    wipe_bytes(block, sizeof block);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    hash_key(context, key, key_bits / 8, directions);
    return FIFTEEN_OK;
}

/* ---- Lanes ---- */

enum { LANES = 8 };

static inline void exchange(uint64_t x[LANES], unsigned a, unsigned b, unsigned shift,
                            uint64_t mask) {
    uint64_t t = (x[a] >> shift ^ x[b]) & mask;
    x[a] ^= t << shift;
    x[b] ^= t;
}

/* 8 by 8 bytes; its own inverse. */
static inline void transpose(uint64_t x[LANES]) {
    for (unsigned n = 0; n < 4; n++) exchange(x, n, n + 4, 32, 0x00000000ffffffff);
    for (unsigned n = 0; n < 8; n += 4) {
        exchange(x, n, n + 2, 16, 0x0000ffff0000ffff);
        exchange(x, n + 1, n + 3, 16, 0x0000ffff0000ffff);
        exchange(x, n, n + 1, 8, 0x00ff00ff00ff00ff);
        exchange(x, n + 2, n + 3, 8, 0x00ff00ff00ff00ff);
    }
}

static inline void load_lanes(uint64_t x[BLOCK], const uint8_t *in) {
    for (unsigned n = 0; n < LANES; n++) {
        x[n] = load64_le(in + BLOCK * n);
        x[n + 8] = load64_le(in + BLOCK * n + 8);
    }
    transpose(x);
    transpose(x + 8);
}

static inline void store_lanes(uint8_t *out, uint64_t x[BLOCK]) {
    transpose(x);
    transpose(x + 8);
    for (unsigned n = 0; n < LANES; n++) {
        store64_le(out + BLOCK * n, x[n]);
        store64_le(out + BLOCK * n + 8, x[n + 8]);
    }
}

static inline uint64_t substitute(const uint8_t box[256], uint64_t x) {
    uint64_t y = 0;
    for (unsigned n = 0; n < 64; n += 8) y |= (uint64_t)box[x >> n & 255] << n;
    return y;
}

/* Groups of lanes worked on side by side, to hide the latency of each other's look-ups. Lanes pay
 * from so many blocks. */
enum { GROUPS = 2, BATCH = GROUPS * LANES, PAYS = 3 };

/* ---- Encryption ---- */

static ALWAYS_INLINE void encrypt_groups(const frog_context *c, const uint8_t *in, uint8_t *out,
                                         unsigned groups) {
    uint64_t x[GROUPS][BLOCK];
    for (unsigned g = 0; g < groups; g++) load_lanes(x[g], in + BLOCK * LANES * g);
    for (unsigned r = 0; r < ROUNDS; r++) {
        for (unsigned j = 0; j < BLOCK; j++) {
            for (unsigned g = 0; g < groups; g++) {
                uint64_t y = substitute(c->subst_permu[r], x[g][j] ^ c->xor_bu[r][j]);
                x[g][j] = y;
                x[g][(j + 1) % BLOCK] ^= y;
                x[g][c->bomb_permu[r][j]] ^= y;
            }
        }
    }
    for (unsigned g = 0; g < groups; g++) store_lanes(out + BLOCK * LANES * g, x[g]);
}

/* The byte at work goes from step to step in a register: BombPermu points neither at it nor at the
 * next one. */
static void encrypt_one(const frog_context *c, const uint8_t *in, uint8_t *out) {
    uint32_t x[BLOCK];
    for (unsigned j = 0; j < BLOCK; j++) x[j] = in[j];
    uint32_t y = x[0];
    for (unsigned r = 0; r < ROUNDS; r++) {
        for (unsigned j = 0; j < BLOCK; j++) {
            y = c->subst_permu[r][y ^ (uint8_t)c->xor_bu[r][j]];
            x[c->bomb_permu[r][j]] ^= y;
            x[j] = y;
            y ^= x[(j + 1) % BLOCK];
        }
    }
    x[0] = y;
    for (unsigned j = 0; j < BLOCK; j++) out[j] = (uint8_t)x[j];
}

static void encrypt_eight(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_groups(context, in, out, 1);
}

static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_groups(context, in, out, GROUPS);
}

static void encrypt_each(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks > 0; blocks--, in += BLOCK, out += BLOCK) encrypt_one(context, in, out);
}

static void encrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, LANES, PAYS, encrypt_eight, encrypt_each);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, BATCH, LANES + PAYS, encrypt_batch, encrypt_few);
}

/* ---- Decryption ---- */

static ALWAYS_INLINE void decrypt_groups(const frog_context *c, const uint8_t *in, uint8_t *out,
                                         unsigned groups) {
    uint64_t x[GROUPS][BLOCK];
    for (unsigned g = 0; g < groups; g++) load_lanes(x[g], in + BLOCK * LANES * g);
    for (unsigned r = ROUNDS; r-- > 0;) {
        for (unsigned j = BLOCK; j-- > 0;) {
            for (unsigned g = 0; g < groups; g++) {
                uint64_t y = x[g][j];
                x[g][c->bomb_permu[r][j]] ^= y;
                x[g][(j + 1) % BLOCK] ^= y;
                x[g][j] = substitute(c->inverse[r], y) ^ c->xor_bu[r][j];
            }
        }
    }
    for (unsigned g = 0; g < groups; g++) store_lanes(out + BLOCK * LANES * g, x[g]);
}

static void decrypt_one(const frog_context *c, const uint8_t *in, uint8_t *out) {
    uint8_t x[BLOCK];
    memcpy(x, in, BLOCK);
    for (unsigned r = ROUNDS; r-- > 0;) {
        for (unsigned j = BLOCK; j-- > 0;) {
            uint8_t y = x[j];
            x[c->bomb_permu[r][j]] ^= y;
            x[(j + 1) % BLOCK] ^= y;
            x[j] = c->inverse[r][y] ^ (uint8_t)c->xor_bu[r][j];
        }
    }
    memcpy(out, x, BLOCK);
}

static void decrypt_eight(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_groups(context, in, out, 1);
}

static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_groups(context, in, out, GROUPS);
}

static void decrypt_each(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks > 0; blocks--, in += BLOCK, out += BLOCK) decrypt_one(context, in, out);
}

static void decrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, LANES, PAYS, decrypt_eight, decrypt_each);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, BATCH, LANES + PAYS, decrypt_batch, decrypt_few);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(frog_context)); }

const fifteen_engine fifteen_frog_portable = {
    .cipher = "frog",
    .name = "portable",
    .needs = "",
    .block_bytes = BLOCK,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(frog_context),
    .context_align = _Alignof(frog_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
