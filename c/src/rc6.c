/* SPDX-License-Identifier: Apache-2.0
 * RC6-32/20/b.
 *
 * Ronald Rivest, Matthew Robshaw, Raymond Sidney and Yiqun Lisa Yin, 1998.
 * "The RC6 Block Cipher", version 1.1 (1998); section numbers below are its.
 * Block 128 bits, key 0 to 255 bytes; 20 rounds. Words are little-endian.
 *
 * No table and no branch depends on key or data: constant-time where
 * multiplication and rotation by a variable amount are.
 */
#include "bytes.h"

/* ---- Context ---- */

enum { ROUNDS = 20, KEYS = 2 * ROUNDS + 4 };

typedef struct {
    uint32_t k[KEYS]; /* S of the specification */
} rc6_context;

/* ---- Key schedule ---- */

enum { KEY_MIN = 0, KEY_MAX = 2040, KEY_STEP = 8 };

#define P 0xb7e15163u /* e - 2 */
#define Q 0x9e3779b9u /* the golden ratio - 1 */

/* Appendix A. l is the user's key as words, and mixed as k is. */
static void expand_key(uint32_t k[KEYS], const uint8_t *key, unsigned key_bytes) {
    uint32_t l[KEY_MAX / 32 + 1] = {0};
    unsigned words = key_bytes == 0 ? 1 : (key_bytes + 3) / 4;
    unsigned steps = 3 * (words > KEYS ? words : KEYS);
    for (unsigned i = 0; i < key_bytes / 4; i++) l[i] = load32_le(key + 4 * i);
    for (unsigned i = key_bytes & ~3u; i < key_bytes; i++)
        l[i / 4] |= (uint32_t)key[i] << 8 * (i % 4);

    for (unsigned i = 0; i < KEYS; i++) k[i] = P + i * Q;
    uint32_t a = 0, b = 0;
    for (unsigned i = 0, j = 0; steps > 0; steps--) {
        a = k[i] = rotl32(k[i] + a + b, 3);
        b = l[j] = rotl32(l[j] + a + b, a + b);
        if (++i == KEYS) i = 0;
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

static inline uint32_t f(uint32_t x) { return rotl32(x * (2 * x + 1), 5); }

/* 2.2. Four rounds bring the words back to where they were. */
static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const uint32_t *k = ((const rc6_context *)context)->k;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        uint32_t a = load32_le(in), b = load32_le(in + 4) + k[0];
        uint32_t c = load32_le(in + 8), d = load32_le(in + 12) + k[1];
        uint32_t t, u;
        for (unsigned i = 2; i < KEYS - 2; i += 8) {
            t = f(b), u = f(d);
            a = rotl32(a ^ t, u) + k[i];
            c = rotl32(c ^ u, t) + k[i + 1];
            t = f(c), u = f(a);
            b = rotl32(b ^ t, u) + k[i + 2];
            d = rotl32(d ^ u, t) + k[i + 3];
            t = f(d), u = f(b);
            c = rotl32(c ^ t, u) + k[i + 4];
            a = rotl32(a ^ u, t) + k[i + 5];
            t = f(a), u = f(c);
            d = rotl32(d ^ t, u) + k[i + 6];
            b = rotl32(b ^ u, t) + k[i + 7];
        }
        store32_le(out, a + k[KEYS - 2]);
        store32_le(out + 4, b);
        store32_le(out + 8, c + k[KEYS - 1]);
        store32_le(out + 12, d);
    }
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const uint32_t *k = ((const rc6_context *)context)->k;
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        uint32_t a = load32_le(in) - k[KEYS - 2], b = load32_le(in + 4);
        uint32_t c = load32_le(in + 8) - k[KEYS - 1], d = load32_le(in + 12);
        uint32_t t, u;
        for (unsigned i = KEYS - 2; i > 2; i -= 8) {
            t = f(a), u = f(c);
            b = rotr32(b - k[i - 1], t) ^ u;
            d = rotr32(d - k[i - 2], u) ^ t;
            t = f(d), u = f(b);
            a = rotr32(a - k[i - 3], t) ^ u;
            c = rotr32(c - k[i - 4], u) ^ t;
            t = f(c), u = f(a);
            d = rotr32(d - k[i - 5], t) ^ u;
            b = rotr32(b - k[i - 6], u) ^ t;
            t = f(b), u = f(d);
            c = rotr32(c - k[i - 7], t) ^ u;
            a = rotr32(a - k[i - 8], u) ^ t;
        }
        store32_le(out, a);
        store32_le(out + 4, b - k[0]);
        store32_le(out + 8, c);
        store32_le(out + 12, d - k[1]);
    }
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(rc6_context)); }

const fifteen_engine fifteen_rc6_portable = {
    .cipher = "rc6",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = 1,
    .context_bytes = sizeof(rc6_context),
    .context_align = _Alignof(rc6_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
