/* SPDX-License-Identifier: Apache-2.0
 * MAGENTA, the Multifunctional Algorithm for General-purpose Encryption and
 * Network Telecommunication Applications.
 *
 * Michael J. Jacobson Jr. and Klaus Huber (Deutsche Telekom), 1998. "The
 * MAGENTA Block Cipher Algorithm".
 * Block 128 bits, key 128, 192 or 256; 6 rounds, 8 with 256 key bits. Block
 * and key are strings of bytes.
 *
 * A byte is kept in one word with the byte that PE pairs it with. What a byte
 * and its f add to the next word is one look-up.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "magenta.h"

#include "bytes.h"

/* ---- Tables ---- */

#include "magenta_tables.h" /* written by tables.py */

/* ---- Key schedule ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    magenta_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    c->size = (key_bits - KEY_MIN) / KEY_STEP;
    for (unsigned i = 0; i < key_bits / 8; i++) c->k[i] = (uint32_t)key[i] << 24;
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

static inline uint32_t pair(const uint32_t table[2][256], uint32_t first, uint32_t second) {
    return table[0][first & 255] ^ table[1][second & 255];
}

/* Pi: the words' bytes are looked up, each by PE, and shuffled. */
static inline void pi(uint32_t z[8]) {
    uint32_t t[8];
    for (unsigned i = 0; i < 4; i++) {
        t[2 * i] = pair(G, z[i], z[i + 4]);
        t[2 * i + 1] = pair(G, z[i] >> 24, z[i + 4] >> 24);
    }
    memcpy(z, t, sizeof t);
}

/* T is four times Pi, from the look-ups of the first, which `begin` makes, to those of the last;
 * their outer f is left to `again` and `last`. */
static inline void t(uint32_t z[8]) {
    pi(z);
    pi(z);
    pi(z);
}

/* Byte i of the half x, and of eight bytes of the key. */
static inline uint32_t join(uint64_t x, const uint32_t k[8], unsigned i) {
    return (uint32_t)(x >> 8 * i & 255) | k[i];
}

static inline uint32_t begin(uint32_t xk) { return pair(H, xk, xk >> 24); }

static inline uint32_t again(uint32_t xk, uint32_t z) { return begin(xk ^ pair(F, z, z >> 24)); }

static inline uint64_t last(uint32_t z, unsigned i) { return (uint64_t)F[0][z & 255] << 8 * i; }

/* E, of the half x and eight bytes of the key: the first half of C(3). The bytes i of both halves
 * are one word, and S makes words of just those that come out of T together. */
static inline uint64_t e(uint64_t x, const uint32_t k[8]) {
    uint32_t xk[8], z[8];
    for (unsigned i = 0; i < 8; i++) {
        xk[i] = join(x, k, i);
        z[i] = begin(xk[i]);
    }
    for (unsigned j = 1; j < 3; j++) {
        t(z);
        for (unsigned i = 0; i < 8; i++) z[i] = again(xk[i], z[i]);
    }
    t(z);
    uint64_t y = 0;
    for (unsigned i = 0; i < 8; i++) y |= last(z[i], i);
    return y;
}

/* The half that starts at `left` is the first. */
static inline void crypt(const magenta_context *c, const uint8_t *in, uint8_t *out, size_t blocks,
                         unsigned left) {
    const unsigned right = left ^ 8;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        uint64_t x = load64_le(in + left), y = load64_le(in + right);
        const uint8_t *order = ORDER[c->size];
        for (unsigned pairs = PAIRS[c->size]; pairs > 0; pairs--, order += 2) {
            x ^= e(y, c->k + 8 * order[0]);
            y ^= e(x, c->k + 8 * order[1]);
        }
        store64_le(out + left, x);
        store64_le(out + right, y);
    }
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    crypt(context, in, out, blocks, 0);
}

/* ---- Decryption ---- */

/* The rounds' keys read the same backwards. */
static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    crypt(context, in, out, blocks, 8);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(magenta_context)); }

const fifteen_engine fifteen_magenta_portable = {
    .cipher = "magenta",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = 1,
    .context_bytes = sizeof(magenta_context),
    .context_align = _Alignof(magenta_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
