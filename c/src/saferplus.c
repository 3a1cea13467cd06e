/* SPDX-License-Identifier: Apache-2.0
 * SAFER+.
 *
 * James Massey, Gurgen Khachatrian and Melsik Kuregian (Cylink), 1998.
 * "Nomination of SAFER+ as Candidate Algorithm for the Advanced Encryption
 * Standard (AES)".
 * Block 128 bits, key 128, 192 or 256; 8, 12 or 16 rounds. A block is a string
 * of bytes; NIST's files print it back to front.
 *
 * Four blocks are worked on side by side: a word has one byte of each, in four
 * lanes of 16 bits. What a round makes of the bytes fits into a lane, so the
 * linear layer is additions of words, and nothing is reduced modulo 256 but by
 * the look-ups, which read the low byte of a lane.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "saferplus.h"

#include "bytes.h"

/* ---- Tables ---- */

#include "saferplus_tables.h" /* written by tables.py */

/* ---- Key schedule ---- */

/* Eight bytes at once: each rotated to the left by n, which is below 8. */
static inline uint64_t rotate_bytes(uint64_t x, unsigned n) {
    uint64_t low = (0xffu >> (8 - n)) * UINT64_C(0x0101010101010101);
    return (x << n & ~low) | (x >> (8 - n) & low);
}

/* Each pair added, modulo 256. */
static inline uint64_t add_bytes(uint64_t x, uint64_t y) {
    const uint64_t high = 0x8080808080808080;
    return ((x & ~high) + (y & ~high)) ^ ((x ^ y) & high);
}

/* The key and its parity byte are a ring. Round key p has the 16 bytes from p on, each rotated by
 * 3 p bits, and biased. */
static void expand_key(saferplus_context *c, const uint8_t *key, unsigned key_bytes) {
    uint8_t ring[KEY_MAX / 8 + 16] = {0};
    memcpy(ring, key, key_bytes);
    for (unsigned i = 0; i < key_bytes; i++) ring[key_bytes] ^= key[i];
    memcpy(ring + key_bytes + 1, key, 15);

    c->rounds = key_bytes / 2;
    memcpy(c->k, key, 16);
    for (unsigned p = 1; p <= 2 * c->rounds; p++) {
        for (unsigned j = 0; j < 16; j += 8) {
            uint64_t x = rotate_bytes(load64_le(ring + p + j), 3 * p & 7);
            store64_le(c->k + 16 * p + j, add_bytes(x, load64_le(BIAS[p - 1] + j)));
        }
    }
    wipe_bytes(ring, sizeof ring);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(context, key, key_bits / 8);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, each in its lane of a word. */
enum { LANES = 4 };

/* A byte of a round key, in each lane. */
static ALWAYS_INLINE uint64_t each(uint8_t k, unsigned lanes) { return lanes == 1 ? k : EACH[k]; }

static ALWAYS_INLINE uint64_t look_up(const uint64_t table[4][256], uint64_t x, unsigned lanes) {
    uint64_t y = 0;
    for (unsigned n = 0; n < lanes; n++) y |= table[n][x >> 16 * n & 255];
    return y;
}

/* The Pseudo-Hadamard transform of (a, b). */
static inline void pht(uint64_t *y, uint64_t a, uint64_t b) {
    y[1] = a + b;
    y[0] = a + y[1];
}

/* The Armenian Shuffle, and the transform of each pair. */
static inline void layer(uint64_t y[16], const uint64_t x[16]) {
    pht(y, x[8], x[11]);
    pht(y + 2, x[12], x[15]);
    pht(y + 4, x[2], x[1]);
    pht(y + 6, x[6], x[5]);
    pht(y + 8, x[10], x[9]);
    pht(y + 10, x[14], x[13]);
    pht(y + 12, x[0], x[7]);
    pht(y + 14, x[4], x[3]);
}

/* Keys and boxes on four bytes, and the first transforms. */
static ALWAYS_INLINE void encrypt_four(uint64_t *y, const uint64_t *x, const uint8_t *k,
                                       unsigned lanes) {
    uint64_t x0 = look_up(EXP, x[0] ^ each(k[0], lanes), lanes) + each(k[16], lanes);
    uint64_t x1 = look_up(LOG, x[1] + each(k[1], lanes), lanes) ^ each(k[17], lanes);
    uint64_t x2 = look_up(LOG, x[2] + each(k[2], lanes), lanes) ^ each(k[18], lanes);
    uint64_t x3 = look_up(EXP, x[3] ^ each(k[3], lanes), lanes) + each(k[19], lanes);
    pht(y, x0, x1);
    pht(y + 2, x2, x3);
}

static ALWAYS_INLINE void encrypt_round(uint64_t x[16], const uint8_t *k, unsigned lanes) {
    uint64_t y[16], z[16];
    encrypt_four(y, x, k, lanes);
    encrypt_four(y + 4, x + 4, k + 4, lanes);
    encrypt_four(y + 8, x + 8, k + 8, lanes);
    encrypt_four(y + 12, x + 12, k + 12, lanes);
    layer(z, y);
    layer(y, z);
    layer(x, y);
}

static ALWAYS_INLINE void load(uint64_t x[16], const uint8_t *in, unsigned lanes) {
    for (unsigned i = 0; i < 16; i++) {
        x[i] = in[i];
        for (unsigned n = 1; n < lanes; n++) x[i] |= (uint64_t)in[16 * n + i] << 16 * n;
    }
}

static ALWAYS_INLINE void store(uint8_t *out, const uint64_t x[16], unsigned lanes) {
    for (unsigned i = 0; i < 16; i++)
        for (unsigned n = 0; n < lanes; n++) out[16 * n + i] = (uint8_t)(x[i] >> 16 * n);
}

static ALWAYS_INLINE void encrypt_lanes(const saferplus_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint64_t x[16];
    const uint8_t *k = c->k;
    load(x, in, lanes);
    for (unsigned r = 0; r < c->rounds; r++, k += 32) encrypt_round(x, k, lanes);
    for (unsigned i = 0; i < 16; i += 4) {
        x[i] ^= each(k[i], lanes);
        x[i + 1] += each(k[i + 1], lanes);
        x[i + 2] += each(k[i + 2], lanes);
        x[i + 3] ^= each(k[i + 3], lanes);
    }
    store(out, x, lanes);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= LANES; blocks -= LANES, in += 16 * LANES, out += 16 * LANES)
        encrypt_lanes(context, in, out, LANES);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(context, in, out, 1);
}

/* ---- Decryption ---- */

/* The transform's inverse is a - b, 2 b - a. With every odd word of the state kept negative it has
 * no subtraction: the shuffle never takes an odd word to an even place. */
static inline void inverse_pht(uint64_t *y, uint64_t a, uint64_t minus_b) {
    y[0] = a + minus_b;
    y[1] = minus_b + y[0];
}

static inline void inverse_layer(uint64_t y[16], const uint64_t x[16]) {
    inverse_pht(y, x[12], x[5]);
    inverse_pht(y + 2, x[4], x[15]);
    inverse_pht(y + 4, x[14], x[7]);
    inverse_pht(y + 6, x[6], x[13]);
    inverse_pht(y + 8, x[0], x[9]);
    inverse_pht(y + 10, x[8], x[1]);
    inverse_pht(y + 12, x[2], x[11]);
    inverse_pht(y + 14, x[10], x[3]);
}

/* Zeros modulo 256 that keep a lane from borrowing from the next: LITTLE is more than two bytes'
 * sum, and GREAT more than the layers, of which a row sums to 55 at most, make of LITTLE and a
 * byte. The layers make at least 257 of it. */
static const uint64_t LITTLE = 0x0200020002000200, GREAT = 0xff00ff00ff00ff00;

/* Boxes and keys on four bytes. */
static ALWAYS_INLINE void decrypt_four(uint64_t *x, const uint64_t *z, const uint8_t *k,
                                       unsigned lanes) {
    x[0] = look_up(LOG, z[0] - each(k[16], lanes), lanes) ^ each(k[0], lanes);
    x[1] = LITTLE + each(k[1], lanes) - look_up(EXP, (GREAT - z[1]) ^ each(k[17], lanes), lanes);
    x[2] = LITTLE - each(k[2], lanes) + look_up(EXP, z[2] ^ each(k[18], lanes), lanes);
    x[3] = LITTLE - (look_up(LOG, GREAT - z[3] - each(k[19], lanes), lanes) ^ each(k[3], lanes));
}

static ALWAYS_INLINE void decrypt_round(uint64_t x[16], const uint8_t *k, unsigned lanes) {
    uint64_t y[16], z[16];
    inverse_pht(y, x[0], x[1]);
    inverse_pht(y + 2, x[2], x[3]);
    inverse_pht(y + 4, x[4], x[5]);
    inverse_pht(y + 6, x[6], x[7]);
    inverse_pht(y + 8, x[8], x[9]);
    inverse_pht(y + 10, x[10], x[11]);
    inverse_pht(y + 12, x[12], x[13]);
    inverse_pht(y + 14, x[14], x[15]);
    inverse_layer(z, y);
    inverse_layer(y, z);
    inverse_layer(z, y);
    decrypt_four(x, z, k, lanes);
    decrypt_four(x + 4, z + 4, k + 4, lanes);
    decrypt_four(x + 8, z + 8, k + 8, lanes);
    decrypt_four(x + 12, z + 12, k + 12, lanes);
}

static ALWAYS_INLINE void decrypt_lanes(const saferplus_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint64_t x[16];
    const uint8_t *k = c->k + 32 * c->rounds;
    load(x, in, lanes);
    for (unsigned i = 0; i < 16; i += 4) {
        x[i] ^= each(k[i], lanes);
        x[i + 1] = LITTLE + each(k[i + 1], lanes) - x[i + 1];
        x[i + 2] = LITTLE - each(k[i + 2], lanes) + x[i + 2];
        x[i + 3] = LITTLE - (x[i + 3] ^ each(k[i + 3], lanes));
    }
    for (unsigned r = 0; r < c->rounds; r++) {
        k -= 32;
        decrypt_round(x, k, lanes);
    }
    for (unsigned i = 1; i < 16; i += 2) x[i] = GREAT - x[i];
    store(out, x, lanes);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= LANES; blocks -= LANES, in += 16 * LANES, out += 16 * LANES)
        decrypt_lanes(context, in, out, LANES);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(context, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(saferplus_context)); }

const fifteen_engine fifteen_saferplus_portable = {
    .cipher = "saferplus",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = LANES,
    .context_bytes = sizeof(saferplus_context),
    .context_align = _Alignof(saferplus_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
