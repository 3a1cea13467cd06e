/* SPDX-License-Identifier: Apache-2.0
 * DFC, the Decorrelated Fast Cipher: as submitted (v1), and with the key
 * schedule of its second version (v2).
 *
 * Henri Gilbert, Marc Girault, Philippe Hoogvorst, Fabrice Noilhan, Thomas
 * Pornin, Guillaume Poupard, Jacques Stern and Serge Vaudenay, 1998.
 * "Decorrelated Fast Cipher: an AES Candidate"; v2 by Louis Granboulan, Phong
 * Nguyen, Fabrice Noilhan and Serge Vaudenay, "DFCv2" (2000).
 * Block 128 bits, key 0 to 256 in steps of 8, lengthened with digits of e;
 * 8 rounds. A block is two big-endian words.
 *
 * Coppersmith found weak keys in v1.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "dfc.h"

#include "bytes.h"

/* ---- Tables ---- */

#include "dfc_tables.h" /* written by tables.py */

/* ---- Round function ---- */

/* The product's low half; the other goes to *high. */
static inline uint64_t multiply(uint64_t x, uint64_t y, uint64_t *high) {
#ifdef __SIZEOF_INT128__
    __extension__ typedef unsigned __int128 uint128_t;
    uint128_t product = (uint128_t)x * y;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t x0 = (uint32_t)x, x1 = x >> 32, y0 = (uint32_t)y, y1 = y >> 32;
    uint64_t low = x0 * y0, middle = x1 * y0 + (low >> 32);
    uint64_t other = x0 * y1 + (uint32_t)middle;
    *high = x1 * y1 + (middle >> 32) + (other >> 32);
    return other << 32 | (uint32_t)low;
#endif
}

/* a x + b modulo 2^64 + 13, modulo 2^64; then the confusion permutation.
 *
 * 2^64 is -13 there: high 2^64 + low is low - 13 high, and each 2^64 that this takes from beyond
 * the word gives 13 back. The sum may then pass 2^64, and from 2^64 + 13 on loses that again. */
static inline uint64_t rf(round_key k, uint64_t x) {
    uint64_t high, low = multiply(k.a, x, &high) + k.b;
    high += low < k.b;
    uint64_t taken, y = multiply(13, high, &taken);
    taken += low < y;
    y = low - y + 13 * taken;
    if (UNLIKELY(y < 13 * taken) && y > 12) y -= 13; /* in one of 2^57 */
    return (rotl64(y, 32) ^ CP[y >> 58]) + KD;
}

/* ---- Key schedule ---- */

enum { KEY_WORDS = KEY_MAX / 64, KEY_ROUNDS = 4 };

/* The key, filled up with the first of the words of `filling`. */
static void load_key(uint64_t pk[KEY_WORDS], const uint8_t *key, unsigned key_bytes,
                     const uint64_t filling[KEY_WORDS]) {
    uint8_t padded[2 * KEY_MAX / 8];
    if (key_bytes > 0) memcpy(padded, key, key_bytes);
    for (unsigned i = 0; i < KEY_WORDS; i++) store64_be(padded + key_bytes + 8 * i, filling[i]);
    for (unsigned i = 0; i < KEY_WORDS; i++) pk[i] = load64_be(padded + 8 * i);
    wipe_bytes(padded, sizeof padded);
}

/* Each round key is the one before, encrypted in four rounds; v1 has but two sets of keys for
 * that, in turn. */
static void chain_keys(round_key k[ROUNDS], round_key x, const round_key *keys, unsigned count) {
    for (unsigned i = 0; i < ROUNDS; i++) {
        const round_key *set = keys + KEY_ROUNDS * i % count;
        x.a ^= rf(set[0], x.b);
        x.b ^= rf(set[1], x.a);
        x.a ^= rf(set[2], x.b);
        x.b ^= rf(set[3], x.a);
        x = k[i] = (round_key){x.b, x.a};
    }
}

static void expand_key_v1(round_key k[ROUNDS], const uint8_t *key, unsigned key_bytes) {
    uint64_t pk[KEY_WORDS], high = 0xffffffff00000000;
    load_key(pk, key, key_bytes, E + 6); /* KS */

    round_key keys[2 * KEY_ROUNDS]; /* OA and OB, then EA and EB */
    uint64_t oa = (pk[0] & high) | (pk[3] & ~high), ob = (pk[2] & high) | (pk[1] & ~high);
    uint64_t ea = pk[0] << 32 | pk[3] >> 32, eb = pk[2] << 32 | pk[1] >> 32;
    for (unsigned i = 0; i < KEY_ROUNDS; i++) {
        uint64_t ka = i == 0 ? 0 : E[i - 1], kb = i == 0 ? 0 : E[i + 2];
        keys[i] = (round_key){oa ^ ka, ob ^ kb};
        keys[KEY_ROUNDS + i] = (round_key){ea ^ ka, eb ^ kb};
    }
    chain_keys(k, (round_key){0, 0}, keys, 2 * KEY_ROUNDS);
    wipe_bytes(pk, sizeof pk);
    wipe_bytes(keys, sizeof keys);
}

static void expand_key_v2(round_key k[ROUNDS], const uint8_t *key, unsigned key_bytes) {
    uint64_t pk[KEY_WORDS];
    load_key(pk, key, key_bytes, E + 32); /* KS */

    round_key keys[ROUNDS * KEY_ROUNDS]; /* IRK */
    round_key x = {pk[0], pk[1]};
    for (unsigned i = 0; i < ROUNDS * KEY_ROUNDS; i++) {
        const uint64_t *rt = E + 2 * (E[i / 2] >> (i % 2 == 0 ? 32 : 0) & 15);
        x.a ^= rt[0];
        x.b ^= rt[1];
        keys[i] = x;
    }
    chain_keys(k, (round_key){pk[2], pk[3]}, keys, ROUNDS * KEY_ROUNDS);
    wipe_bytes(pk, sizeof pk);
    wipe_bytes(keys, sizeof keys);
}

static int set_key_v1(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    dfc_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key_v1(c->k, key, key_bits / 8);
    return FIFTEEN_OK;
}

static int set_key_v2(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    dfc_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key_v2(c->k, key, key_bits / 8);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's multiplications. */
enum { BATCH = 6 };

static inline void load(uint64_t x[2], const uint8_t *in) {
    x[0] = load64_be(in);
    x[1] = load64_be(in + 8);
}

/* The exchange of halves after the last round is undone. */
static inline void store(uint8_t *out, const uint64_t x[2]) {
    store64_be(out, x[1]);
    store64_be(out + 8, x[0]);
}

static ALWAYS_INLINE void encrypt_lanes(const round_key *k, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint64_t x[BATCH][2];
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n);
    for (unsigned r = 0; r < ROUNDS; r += 2) {
        for (unsigned n = 0; n < lanes; n++) x[n][0] ^= rf(k[r], x[n][1]);
        for (unsigned n = 0; n < lanes; n++) x[n][1] ^= rf(k[r + 1], x[n][0]);
    }
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n]);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const dfc_context *c = context;
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(c->k, in, out, BATCH);
    for (; blocks >= 2; blocks -= 2, in += 32, out += 32) encrypt_lanes(c->k, in, out, 2);
    if (blocks > 0) encrypt_lanes(c->k, in, out, 1);
}

/* ---- Decryption ---- */

static ALWAYS_INLINE void decrypt_lanes(const round_key *k, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint64_t x[BATCH][2];
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n);
    for (unsigned r = ROUNDS; r > 0; r -= 2) {
        for (unsigned n = 0; n < lanes; n++) x[n][0] ^= rf(k[r - 1], x[n][1]);
        for (unsigned n = 0; n < lanes; n++) x[n][1] ^= rf(k[r - 2], x[n][0]);
    }
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n]);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const dfc_context *c = context;
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(c->k, in, out, BATCH);
    for (; blocks >= 2; blocks -= 2, in += 32, out += 32) decrypt_lanes(c->k, in, out, 2);
    if (blocks > 0) decrypt_lanes(c->k, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(dfc_context)); }

const fifteen_engine fifteen_dfc_portable = {
    .cipher = "dfc",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(dfc_context),
    .context_align = _Alignof(dfc_context),
    .set_key = set_key_v1,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

const fifteen_engine fifteen_dfc_v2_portable = {
    .cipher = "dfc-v2",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(dfc_context),
    .context_align = _Alignof(dfc_context),
    .set_key = set_key_v2,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
