/* SPDX-License-Identifier: Apache-2.0
 * The Hasty Pudding Cipher: HPC-Medium at 128 bits, HPC-Short at 64 bits.
 *
 * Richard Schroeppel, 1998. "Hasty Pudding Cipher Specification" (June 1998,
 * revised May 1999). The revision adds a statement to the key expansion and
 * makes another cipher: here it is apart, under the name of its year.
 * Block 128 or 64 bits, key 0 to 2048 in steps of 8, spice (the tweak) 512; 8
 * rounds. Key, block and spice are big-endian 64-bit words; a last
 * word of less than 64 bits is the number that its bytes make. BACKUP is 0.
 *
 * Not constant-time: the look-ups depend on key and data.
 */
#include "hpc.h"

#include "bytes.h"

/* ---- Tables ---- */

#include "hpc_tables.h" /* written by tables.py */

/* ---- Constants ---- */

static const uint64_t E19 = 2718281828459045235u;   /* of e */
static const uint64_t R220 = 14142135623730950488u; /* of the square root of 2 */

enum { SHORT = 2, MEDIUM = 3 }; /* the numbers of the sub-ciphers */

/* ---- Key schedule ---- */

enum { KEY_MIN = 0, KEY_MAX = 2048, KEY_STEP = 8, PASSES = 3 };
enum { JUNE_1998 = 0, MAY_1999 = 1 };

/* The stirring function. The revision is against Wagner's equivalent keys. */
static void stir(uint64_t kx[WORDS], int revision) {
    uint64_t s0 = kx[248], s1 = kx[249], s2 = kx[250], s3 = kx[251];
    uint64_t s4 = kx[252], s5 = kx[253], s6 = kx[254], s7 = kx[255];
    for (unsigned j = 0; j < PASSES; j++)
        for (unsigned i = 0; i < WORDS; i++) {
            s0 ^= (kx[i] ^ kx[(i + 83) % WORDS]) + kx[s0 & 255];
            if (revision == MAY_1999) s2 += kx[i];
            s1 += s0;
            s3 ^= s2;
            s5 -= s4;
            s7 ^= s6;
            s3 += s0 >> 13;
            s4 ^= s1 << 11;
            s5 ^= s3 << (s1 & 31);
            s6 += s2 >> 17;
            s7 |= s3 + s4;
            s2 -= s5;
            s0 -= s6 ^ i;
            s1 ^= s5 + PI19;
            s2 += s7 >> j;
            s2 ^= s1;
            s4 -= s3;
            s6 ^= s5;
            s0 += s7;
            kx[i] = s2 + s6;
        }
}

static void expand_key(uint64_t kx[WORDS + AGAIN], const uint8_t *key, unsigned key_bytes,
                       unsigned subcipher, int revision) {
    kx[0] = PI19 + subcipher;
    kx[1] = E19 * 8 * key_bytes;
    kx[2] = rotl64(R220, subcipher);
    for (unsigned i = 3; i < WORDS; i++) kx[i] = kx[i - 1] + (kx[i - 2] ^ rotr64(kx[i - 3], 23));
    for (unsigned i = 0; i < key_bytes; i += 8) {
        uint64_t word = 0;
        for (unsigned j = i; j < i + 8 && j < key_bytes; j++) word = word << 8 | key[j];
        kx[i / 8] ^= word;
    }
    stir(kx, revision);
    memcpy(kx + WORDS, kx, 8 * AGAIN);
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions,
                   unsigned subcipher, int revision) {
    hpc_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    expand_key(c->kx, key, key_bits / 8, subcipher, revision);
    return FIFTEEN_OK;
}

static void set_tweak(void *context, const uint8_t *tweak) {
    hpc_context *c = context;
    for (unsigned i = 0; i < SPICE; i++) c->spice[i] = load64_be(tweak + 8 * i);
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, round by round, to fill each other's waits. */
enum { BATCH = 4 };

/* Called eight times over, not in a loop: with a constant i the code is a third faster. */
static ALWAYS_INLINE void medium_round(uint64_t s[][2], size_t blocks, const hpc_context *c,
                                       unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1], spice2 = c->spice[i ^ 2];
    const uint64_t spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    const uint64_t round_key = kx[MEDIUM_BITS + 16 + i];
    for (size_t n = 0; n < blocks; n++) {
        uint64_t s0 = s[n][0], s1 = s[n][1], k, kk, t;
        k = kx[s0 & 255];
        s1 += k;
        s0 ^= k << 8;
        s1 ^= s0;
        s0 -= s1 >> 11;
        s0 ^= s1 << 2;
        s0 -= spice4;
        s0 += s0 << 32 ^ (PI19 + MEDIUM_BITS);
        s0 ^= s0 >> 17;
        s0 ^= s0 >> 34;
        s0 ^= spice0;
        s0 += spice0 << 5;
        s1 += spice0 >> 4;
        s0 ^= spice0 >> 4;
        s0 += s0 << (22 + (s0 & 31));
        s0 ^= s0 >> 23;
        s0 -= spice7;
        t = s0 & 255;
        k = kx[t];
        kk = kx[t + NEXT(i)];
        s1 ^= k;
        s0 ^= kk << 8;
        kk ^= k;
        s1 += kk >> 5;
        s0 -= kk << 12;
        s0 ^= kk & ~UINT64_C(255);
        s1 += s0;
        s0 += s1 << 3;
        s0 ^= spice2;
        s0 += round_key;
        s0 += s0 << 22;
        s0 ^= s1 >> 4;
        s0 += spice1;
        s0 ^= s0 >> (33 + i);
        s[n][0] = s0, s[n][1] = s1;
    }
}

static void encrypt_medium(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const hpc_context *c = context;
    const uint64_t *first = c->kx + MEDIUM_BITS, *last = first + 8;
    uint64_t s[BATCH][2];
    while (blocks > 0) {
        const size_t count = blocks < BATCH ? blocks : BATCH;
        for (size_t n = 0; n < count; n++) {
            s[n][0] = load64_be(in + 16 * n) + first[0];
            s[n][1] = load64_be(in + 16 * n + 8) + first[1];
        }
        medium_round(s, count, c, 0);
        medium_round(s, count, c, 1);
        medium_round(s, count, c, 2);
        medium_round(s, count, c, 3);
        medium_round(s, count, c, 4);
        medium_round(s, count, c, 5);
        medium_round(s, count, c, 6);
        medium_round(s, count, c, 7);
        for (size_t n = 0; n < count; n++) {
            store64_be(out + 16 * n, s[n][0] + last[0]);
            store64_be(out + 16 * n + 8, s[n][1] + last[1]);
        }
        blocks -= count, in += 16 * count, out += 16 * count;
    }
}

static ALWAYS_INLINE void short_round(uint64_t s[], size_t blocks, const hpc_context *c,
                                      unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1] ^ (PI19 + SHORT_BITS);
    const uint64_t spice2 = c->spice[i ^ 2], spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    for (size_t n = 0; n < blocks; n++) {
        uint64_t s0 = s[n], k, t;
        k = kx[s0 & 255] + spice0;
        s0 += k << 8;
        s0 ^= k >> GAP & ~UINT64_C(255);
        s0 += s0 << (LBH + i);
        s0 ^= spice7;
        s0 -= spice7 >> (GAP + i);
        s0 += spice7 >> 13;
        s0 ^= s0 >> LBH;
        t = s0 & 255;
        k = kx[t + NEXT(i)] + rotr64(kx[t] ^ spice4, 23);
        s0 ^= k << 8;
        s0 -= k >> GAP & ~UINT64_C(255);
        s0 -= s0 << LBH;
        s0 += spice1 << 3;
        s0 ^= spice1 >> (GAP + 2);
        s0 -= spice1;
        s0 ^= s0 >> LBQ;
        s0 += PERMB[s0 & 15];
        s0 ^= spice2 >> (GAP + 4);
        s0 += s0 << (LBT + (s0 & 15));
        s0 += spice2;
        s0 ^= s0 >> LBH;
        s[n] = s0;
    }
}

static void encrypt_short(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const hpc_context *c = context;
    const uint64_t first = c->kx[SHORT_BITS], last = c->kx[SHORT_BITS + 8];
    uint64_t s[BATCH];
    while (blocks > 0) {
        const size_t count = blocks < BATCH ? blocks : BATCH;
        for (size_t n = 0; n < count; n++) s[n] = load64_be(in + 8 * n) + first;
        short_round(s, count, c, 0);
        short_round(s, count, c, 1);
        short_round(s, count, c, 2);
        short_round(s, count, c, 3);
        short_round(s, count, c, 4);
        short_round(s, count, c, 5);
        short_round(s, count, c, 6);
        short_round(s, count, c, 7);
        for (size_t n = 0; n < count; n++) store64_be(out + 8 * n, s[n] + last);
        blocks -= count, in += 8 * count, out += 8 * count;
    }
}

/* ---- Decryption ---- */

static ALWAYS_INLINE void medium_inverse_round(uint64_t s[][2], size_t blocks, const hpc_context *c,
                                               unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1], spice2 = c->spice[i ^ 2];
    const uint64_t spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    const uint64_t round_key = kx[MEDIUM_BITS + 16 + i];
    for (size_t n = 0; n < blocks; n++) {
        uint64_t s0 = s[n][0], s1 = s[n][1], k, kk, t;
        s0 ^= s0 >> (33 + i);
        s0 -= spice1;
        s0 ^= s1 >> 4;
        s0 -= (s0 - (s0 << 22)) << 22;
        s0 -= round_key;
        s0 ^= spice2;
        s0 -= s1 << 3;
        s1 -= s0;
        t = s0 & 255;
        k = kx[t];
        kk = kx[t + NEXT(i)];
        s0 ^= (kk ^ k) & ~UINT64_C(255);
        s0 += (kk ^ k) << 12;
        s1 -= (kk ^ k) >> 5;
        s0 ^= kk << 8;
        s1 ^= k;
        s0 += spice7;
        s0 ^= s0 >> 23;
        s0 ^= s0 >> 46;
        t = 22 + (s0 & 31);
        s0 -= (s0 - (s0 << t)) << t;
        s0 ^= spice0 >> 4;
        s1 -= spice0 >> 4;
        s0 -= spice0 << 5;
        s0 ^= spice0;
        s0 ^= s0 >> 17;
        s0 -= (s0 - (PI19 + MEDIUM_BITS)) << 32 ^ (PI19 + MEDIUM_BITS);
        s0 += spice4;
        s0 ^= s1 << 2;
        s0 += s1 >> 11;
        s1 ^= s0;
        k = kx[s0 & 255];
        s0 ^= k << 8;
        s1 -= k;
        s[n][0] = s0, s[n][1] = s1;
    }
}

static void decrypt_medium(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const hpc_context *c = context;
    const uint64_t *first = c->kx + MEDIUM_BITS, *last = first + 8;
    uint64_t s[BATCH][2];
    while (blocks > 0) {
        const size_t count = blocks < BATCH ? blocks : BATCH;
        for (size_t n = 0; n < count; n++) {
            s[n][0] = load64_be(in + 16 * n) - last[0];
            s[n][1] = load64_be(in + 16 * n + 8) - last[1];
        }
        medium_inverse_round(s, count, c, 7);
        medium_inverse_round(s, count, c, 6);
        medium_inverse_round(s, count, c, 5);
        medium_inverse_round(s, count, c, 4);
        medium_inverse_round(s, count, c, 3);
        medium_inverse_round(s, count, c, 2);
        medium_inverse_round(s, count, c, 1);
        medium_inverse_round(s, count, c, 0);
        for (size_t n = 0; n < count; n++) {
            store64_be(out + 16 * n, s[n][0] - first[0]);
            store64_be(out + 16 * n + 8, s[n][1] - first[1]);
        }
        blocks -= count, in += 16 * count, out += 16 * count;
    }
}

static ALWAYS_INLINE void short_inverse_round(uint64_t s[], size_t blocks, const hpc_context *c,
                                              unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1] ^ (PI19 + SHORT_BITS);
    const uint64_t spice2 = c->spice[i ^ 2], spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    for (size_t n = 0; n < blocks; n++) {
        uint64_t s0 = s[n], k, t;
        s0 ^= s0 >> LBH;
        s0 -= spice2;
        t = LBT + (s0 & 15);
        s0 -= (s0 - (s0 << t)) << t;
        s0 ^= spice2 >> (GAP + 4);
        s0 -= PERMBI[s0 & 15];
        s0 ^= s0 >> LBQ;
        s0 ^= s0 >> 2 * LBQ;
        s0 += spice1;
        s0 ^= spice1 >> (GAP + 2);
        s0 -= spice1 << 3;
        s0 += s0 << LBH;
        t = s0 & 255;
        k = kx[t + NEXT(i)] + rotr64(kx[t] ^ spice4, 23);
        s0 += k >> GAP & ~UINT64_C(255);
        s0 ^= k << 8;
        s0 ^= s0 >> LBH;
        s0 -= spice7 >> 13;
        s0 += spice7 >> (GAP + i);
        s0 ^= spice7;
        s0 -= s0 << (LBH + i);
        k = kx[s0 & 255] + spice0;
        s0 ^= k >> GAP & ~UINT64_C(255);
        s0 -= k << 8;
        s[n] = s0;
    }
}

static void decrypt_short(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    const hpc_context *c = context;
    const uint64_t first = c->kx[SHORT_BITS], last = c->kx[SHORT_BITS + 8];
    uint64_t s[BATCH];
    while (blocks > 0) {
        const size_t count = blocks < BATCH ? blocks : BATCH;
        for (size_t n = 0; n < count; n++) s[n] = load64_be(in + 8 * n) - last;
        short_inverse_round(s, count, c, 7);
        short_inverse_round(s, count, c, 6);
        short_inverse_round(s, count, c, 5);
        short_inverse_round(s, count, c, 4);
        short_inverse_round(s, count, c, 3);
        short_inverse_round(s, count, c, 2);
        short_inverse_round(s, count, c, 1);
        short_inverse_round(s, count, c, 0);
        for (size_t n = 0; n < count; n++) store64_be(out + 8 * n, s[n] - first);
        blocks -= count, in += 8 * count, out += 8 * count;
    }
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(hpc_context)); }

#define ENGINE(symbol, id, kind, subcipher, revision)                                              \
    static int set_key_##kind##_##revision(void *context, const uint8_t *key, unsigned key_bits,   \
                                           int directions) {                                       \
        return set_key(context, key, key_bits, directions, subcipher, revision);                   \
    }                                                                                              \
    const fifteen_engine symbol = {                                                                \
        .cipher = id,                                                                              \
        .name = "portable",                                                                        \
        .needs = "",                                                                               \
        .block_bytes = subcipher##_BITS / 8,                                                       \
        .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},                                                  \
        .tweak_bytes = 8 * SPICE,                                                                  \
        .batch = BATCH,                                                                            \
        .context_bytes = sizeof(hpc_context),                                                      \
        .context_align = _Alignof(hpc_context),                                                    \
        .set_key = set_key_##kind##_##revision,                                                    \
        .set_tweak = set_tweak,                                                                    \
        .encrypt = encrypt_##kind,                                                                 \
        .decrypt = decrypt_##kind,                                                                 \
        .wipe = wipe,                                                                              \
    };

ENGINE(fifteen_hpc_portable, "hpc", medium, MEDIUM, JUNE_1998)
ENGINE(fifteen_hpc_b64_portable, "hpc-b64", short, SHORT, JUNE_1998)
ENGINE(fifteen_hpc_1999_portable, "hpc-1999", medium, MEDIUM, MAY_1999)
ENGINE(fifteen_hpc_1999_b64_portable, "hpc-1999-b64", short, SHORT, MAY_1999)
