/* SPDX-License-Identifier: Apache-2.0
 * RC6-32/20/b.
 *
 * Ronald Rivest, Matthew Robshaw, Raymond Sidney and Yiqun Lisa Yin, 1998.
 * "The RC6 Block Cipher", version 1.1 (1998).
 * Block 128 bits, key 0 to 2040 in steps of 8; 20 rounds. A block is four
 * little-endian words.
 *
 * No table and no branch depends on key or data: constant-time where
 * multiplication and rotation by a variable amount are.
 */
#include "rc6.h"

#include "bytes.h"

/* ---- Key schedule ---- */

enum { KEY_MIN = 0, KEY_MAX = 2040, KEY_STEP = 8 };

static const uint32_t P = 0xb7e15163; /* e - 2 */
static const uint32_t Q = 0x9e3779b9; /* the golden ratio - 1 */

/* Appendix A. l is the user's key as words, and mixed as k is. */
static void expand_key(uint32_t k[KEYS], const uint8_t *key, unsigned key_bytes) {
    uint32_t l[KEY_MAX / 32 + 1];
    unsigned words = key_bytes == 0 ? 1 : (key_bytes + 3) / 4;
    unsigned steps = 3 * (words > KEYS ? words : KEYS);
    load_words_le(l, words, key, key_bytes);

    for (unsigned i = 0; i < KEYS; i++) k[i] = P + i * Q;
    uint32_t a = 0, b = 0, sum = P; /* a + k[i], ready before b is */
    for (unsigned i = 0, j = 0; steps > 0; steps--) {
        a = k[i] = rotl32(sum + b, 3);
        if (++i == KEYS) i = 0;
        sum = a + k[i];
        b = l[j] = rotl32(l[j] + a + b, a + b);
        if (++j == words) j = 0;
    }
    wipe_bytes(l, sizeof l);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    rc6_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->k, key, key_bits / 8);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's multiplications. */
enum { BATCH = 2 };

/* x (2x + 1) is multiplied out: for 2x + 1 compilers choose an instruction of two cycles. */
static inline uint32_t f(uint32_t x) {
    const uint32_t square = x * x;
    return rotl32(x + 2 * square, 5);
}

/* After four rounds the words are back in their places. */
static inline void four_rounds(uint32_t x[4], const uint32_t k[8]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3], t, u;
    t = f(b), u = f(d);
    a = rotl32(a ^ t, u) + k[0];
    c = rotl32(c ^ u, t) + k[1];
    t = f(c), u = f(a);
    b = rotl32(b ^ t, u) + k[2];
    d = rotl32(d ^ u, t) + k[3];
    t = f(d), u = f(b);
    c = rotl32(c ^ t, u) + k[4];
    a = rotl32(a ^ u, t) + k[5];
    t = f(a), u = f(c);
    d = rotl32(d ^ t, u) + k[6];
    b = rotl32(b ^ u, t) + k[7];
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

static inline void load_plain(uint32_t x[4], const uint8_t *in, const uint32_t k[KEYS]) {
    x[0] = load32_le(in);
    x[1] = load32_le(in + 4) + k[0];
    x[2] = load32_le(in + 8);
    x[3] = load32_le(in + 12) + k[1];
}

static inline void store_cipher(uint8_t *out, const uint32_t x[4], const uint32_t k[KEYS]) {
    store32_le(out, x[0] + k[KEYS - 2]);
    store32_le(out + 4, x[1]);
    store32_le(out + 8, x[2] + k[KEYS - 1]);
    store32_le(out + 12, x[3]);
}

static ALWAYS_INLINE void encrypt_lanes(const rc6_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load_plain(x[n], in + 16 * n, c->k);
    for (unsigned i = 2; i < KEYS - 2; i += 8)
        for (unsigned n = 0; n < lanes; n++) four_rounds(x[n], c->k + i);
    for (unsigned n = 0; n < lanes; n++) store_cipher(out + 16 * n, x[n], c->k);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(context, in, out, 1);
}

/* ---- Decryption ---- */

static inline void four_inverse_rounds(uint32_t x[4], const uint32_t k[8]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3], t, u;
    t = f(a), u = f(c);
    b = rotr32(b - k[7], t) ^ u;
    d = rotr32(d - k[6], u) ^ t;
    t = f(d), u = f(b);
    a = rotr32(a - k[5], t) ^ u;
    c = rotr32(c - k[4], u) ^ t;
    t = f(c), u = f(a);
    d = rotr32(d - k[3], t) ^ u;
    b = rotr32(b - k[2], u) ^ t;
    t = f(b), u = f(d);
    c = rotr32(c - k[1], t) ^ u;
    a = rotr32(a - k[0], u) ^ t;
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

static inline void load_cipher(uint32_t x[4], const uint8_t *in, const uint32_t k[KEYS]) {
    x[0] = load32_le(in) - k[KEYS - 2];
    x[1] = load32_le(in + 4);
    x[2] = load32_le(in + 8) - k[KEYS - 1];
    x[3] = load32_le(in + 12);
}

static inline void store_plain(uint8_t *out, const uint32_t x[4], const uint32_t k[KEYS]) {
    store32_le(out, x[0]);
    store32_le(out + 4, x[1] - k[0]);
    store32_le(out + 8, x[2]);
    store32_le(out + 12, x[3] - k[1]);
}

static ALWAYS_INLINE void decrypt_lanes(const rc6_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load_cipher(x[n], in + 16 * n, c->k);
    for (unsigned i = KEYS - 2; i > 2; i -= 8)
        for (unsigned n = 0; n < lanes; n++) four_inverse_rounds(x[n], c->k + i - 8);
    for (unsigned n = 0; n < lanes; n++) store_plain(out + 16 * n, x[n], c->k);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(context, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(rc6_context)); }

const fifteen_engine fifteen_rc6_portable = {
    .cipher = "rc6",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(rc6_context),
    .context_align = _Alignof(rc6_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
