/* SPDX-License-Identifier: Apache-2.0
 * The Hasty Pudding Cipher in vectors: what hpc_avx2.c and hpc_avx512.c share.
 *
 * A register holds one word of as many blocks as it has words of 64 bits, so that a round is the
 * portable one's with vectors for words. SETS of such registers, or half as many, fill each
 * other's waits.
 *
 * Before it includes this, a file chooses registers (vec256.h or vec512.h) and says how words are
 * looked up: `places` are the low bytes of the words that places_of is given; look_up finds the
 * words of the key there, or `further` on; look_up_16 those of a table at the low four bits. What
 * that needs beside the portable engine's context, which is the first of a wide_context, prepare
 * makes. Of the engines the file says the NAME, what they NEED, and what stands behind a cipher's
 * symbol in theirs (SYMBOL); which are for fewer blocks (FEWER_MEDIUM and FEWER_SHORT), and from
 * how many on it PAYS, by processor, to fill up half the sets, or all; and how many rounds of a
 * short block are UNROLLED.
 */
#ifndef FIFTEEN_HPC_LANES_H
#define FIFTEEN_HPC_LANES_H

#include "hpc.h"
#include "wide.h"

#include "hpc_tables.h" /* written by tables.py */

/* Those of the two years differ in the key alone. */
extern const fifteen_engine fifteen_hpc_portable, fifteen_hpc_b64_portable;
extern const fifteen_engine fifteen_hpc_1999_portable, fifteen_hpc_1999_b64_portable;
extern const fifteen_engine FEWER_MEDIUM, FEWER_SHORT;

/* ---- Lanes ---- */

/* The many: blocks for all sets, or for most of them. The few: for half. */
enum { BYTES = sizeof(vec), MANY = SETS * BYTES / 8, FEW = MANY / 2 };

TARGET static ALWAYS_INLINE vec rotr(vec x, unsigned n) { return x >> n | x << (64 - n); }

TARGET static ALWAYS_INLINE vec load_short(const uint8_t *in) { return swap_each(load(in)); }

TARGET static ALWAYS_INLINE void store_short(uint8_t *out, vec x) { store(out, swap_each(x)); }

/* Word i of each block to s_i. In which order is no matter. */
TARGET static ALWAYS_INLINE void load_medium(vec *s0, vec *s1, const uint8_t *in) {
    const vec x = load_short(in), y = load_short(in + BYTES);
    *s0 = lower_words(x, y);
    *s1 = upper_words(x, y);
}

TARGET static ALWAYS_INLINE void store_medium(uint8_t *out, vec s0, vec s1) {
    store_short(out, lower_words(s0, s1));
    store_short(out + BYTES, upper_words(s0, s1));
}

/* ---- Encryption ---- */

TARGET static ALWAYS_INLINE void medium_round(vec s0[SETS], vec s1[SETS], unsigned sets,
                                              const wide_context *w, unsigned i) {
    const hpc_context *c = &w->narrow;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1], spice2 = c->spice[i ^ 2];
    const uint64_t spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    const uint64_t round_key = c->kx[MEDIUM_BITS + 16 + i];
    vec k[SETS], kk[SETS];
    look_up(k, w, places_of(s0, sets), 0, sets);
    for (unsigned n = 0; n < sets; n++) {
        vec a = s0[n], b = s1[n];
        b += k[n];
        a ^= k[n] << 8;
        b ^= a;
        a -= b >> 11;
        a ^= b << 2;
        a -= spice4;
        a += a << 32 ^ (PI19 + MEDIUM_BITS);
        a ^= a >> 17;
        a ^= a >> 34;
        a ^= spice0;
        a += spice0 << 5;
        b += spice0 >> 4;
        a ^= spice0 >> 4;
        a += left_each(a, 22 + (a & 31));
        a ^= a >> 23;
        a -= spice7;
        s0[n] = a, s1[n] = b;
    }
    const places p = places_of(s0, sets);
    look_up(k, w, p, 0, sets);
    look_up(kk, w, p, NEXT(i), sets);
    for (unsigned n = 0; n < sets; n++) {
        vec a = s0[n], b = s1[n];
        const vec both = k[n] ^ kk[n];
        b ^= k[n];
        a ^= kk[n] << 8;
        b += both >> 5;
        a -= both << 12;
        a ^= both & ~UINT64_C(255);
        b += a;
        a += b << 3;
        a ^= spice2;
        a += round_key;
        a += a << 22;
        a ^= b >> 4;
        a += spice1;
        a ^= a >> (33 + i);
        s0[n] = a, s1[n] = b;
    }
}

TARGET static ALWAYS_INLINE void encrypt_medium_sets(const wide_context *w, const uint8_t *in,
                                                     uint8_t *out, unsigned sets) {
    const uint64_t *first = w->narrow.kx + MEDIUM_BITS, *last = first + 8;
    vec s0[SETS], s1[SETS];
    for (unsigned n = 0; n < sets; n++) {
        load_medium(&s0[n], &s1[n], in + 2 * BYTES * n);
        s0[n] += first[0];
        s1[n] += first[1];
    }
    for (unsigned i = 0; i < ROUNDS; i++) medium_round(s0, s1, sets, w, i);
    for (unsigned n = 0; n < sets; n++)
        store_medium(out + 2 * BYTES * n, s0[n] + last[0], s1[n] + last[1]);
}

TARGET static void encrypt_medium_many(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_medium_sets(context, in, out, SETS);
}

TARGET static void encrypt_medium_few(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_medium_sets(context, in, out, SETS / 2);
}

static void encrypt_medium_rest(const void *context, const uint8_t *in, uint8_t *out,
                                size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, MEDIUM_BITS / 8, FEW,
                            (by_processor)MEDIUM_PAYS, encrypt_medium_few, FEWER_MEDIUM.encrypt);
}

static void encrypt_medium(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, MEDIUM_BITS / 8, MANY, (by_processor)MANY_PAY,
                            encrypt_medium_many, encrypt_medium_rest);
}

TARGET static ALWAYS_INLINE void short_round(vec s[SETS], unsigned sets, const wide_context *w,
                                             unsigned i) {
    const uint64_t *spice = w->narrow.spice;
    const uint64_t spice0 = spice[i], spice1 = spice[i ^ 1] ^ (PI19 + SHORT_BITS);
    const uint64_t spice2 = spice[i ^ 2], spice4 = spice[i ^ 4], spice7 = spice[i ^ 7];
    vec k[SETS], kk[SETS];
    look_up(k, w, places_of(s, sets), 0, sets);
    for (unsigned n = 0; n < sets; n++) {
        const vec t = k[n] + spice0;
        vec a = s[n];
        a += t << 8;
        a ^= t >> GAP & ~UINT64_C(255);
        a += a << (LBH + i);
        a ^= spice7;
        a -= spice7 >> (GAP + i);
        a += spice7 >> 13;
        a ^= a >> LBH;
        s[n] = a;
    }
    const places p = places_of(s, sets);
    look_up(k, w, p, 0, sets);
    look_up(kk, w, p, NEXT(i), sets);
    for (unsigned n = 0; n < sets; n++) {
        const vec t = kk[n] + rotr(k[n] ^ spice4, 23);
        vec a = s[n];
        a ^= t << 8;
        a -= t >> GAP & ~UINT64_C(255);
        a -= a << LBH;
        a += spice1 << 3;
        a ^= spice1 >> (GAP + 2);
        a -= spice1;
        a ^= a >> LBQ;
        s[n] = a;
    }
    for (unsigned n = 0; n < sets; n++) {
        vec a = s[n];
        a += look_up_16(PERMB, a);
        a ^= spice2 >> (GAP + 4);
        a += left_each(a, LBT + (a & 15));
        a += spice2;
        a ^= a >> LBH;
        s[n] = a;
    }
}

TARGET static ALWAYS_INLINE void encrypt_short_sets(const wide_context *w, const uint8_t *in,
                                                    uint8_t *out, unsigned sets) {
    const uint64_t first = w->narrow.kx[SHORT_BITS], last = w->narrow.kx[SHORT_BITS + 8];
    vec s[SETS];
    for (unsigned n = 0; n < sets; n++) s[n] = load_short(in + BYTES * n) + first;
#pragma GCC unroll UNROLLED
    for (unsigned i = 0; i < ROUNDS; i++) short_round(s, sets, w, i);
    for (unsigned n = 0; n < sets; n++) store_short(out + BYTES * n, s[n] + last);
}

TARGET static void encrypt_short_many(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_short_sets(context, in, out, SETS);
}

TARGET static void encrypt_short_few(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_short_sets(context, in, out, SETS / 2);
}

static void encrypt_short_rest(const void *context, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, SHORT_BITS / 8, FEW, (by_processor)SHORT_PAYS,
                            encrypt_short_few, FEWER_SHORT.encrypt);
}

static void encrypt_short(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, SHORT_BITS / 8, MANY, (by_processor)MANY_PAY,
                            encrypt_short_many, encrypt_short_rest);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void medium_inverse_round(vec s0[SETS], vec s1[SETS], unsigned sets,
                                                      const wide_context *w, unsigned i) {
    const hpc_context *c = &w->narrow;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1], spice2 = c->spice[i ^ 2];
    const uint64_t spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    const uint64_t round_key = c->kx[MEDIUM_BITS + 16 + i];
    vec k[SETS], kk[SETS];
    for (unsigned n = 0; n < sets; n++) {
        vec a = s0[n], b = s1[n];
        a ^= a >> (33 + i);
        a -= spice1;
        a ^= b >> 4;
        a -= (a - (a << 22)) << 22;
        a -= round_key;
        a ^= spice2;
        a -= b << 3;
        b -= a;
        s0[n] = a, s1[n] = b;
    }
    const places p = places_of(s0, sets);
    look_up(k, w, p, 0, sets);
    look_up(kk, w, p, NEXT(i), sets);
    for (unsigned n = 0; n < sets; n++) {
        vec a = s0[n], b = s1[n];
        const vec both = k[n] ^ kk[n];
        a ^= both & ~UINT64_C(255);
        a += both << 12;
        b -= both >> 5;
        a ^= kk[n] << 8;
        b ^= k[n];
        a += spice7;
        a ^= a >> 23;
        a ^= a >> 46;
        const vec t = 22 + (a & 31);
        a -= left_each(a - left_each(a, t), t);
        a ^= spice0 >> 4;
        b -= spice0 >> 4;
        a -= spice0 << 5;
        a ^= spice0;
        a ^= a >> 17;
        a -= (a - (PI19 + MEDIUM_BITS)) << 32 ^ (PI19 + MEDIUM_BITS);
        a += spice4;
        a ^= b << 2;
        a += b >> 11;
        b ^= a;
        s0[n] = a, s1[n] = b;
    }
    look_up(k, w, places_of(s0, sets), 0, sets);
    for (unsigned n = 0; n < sets; n++) {
        s0[n] ^= k[n] << 8;
        s1[n] -= k[n];
    }
}

TARGET static ALWAYS_INLINE void decrypt_medium_sets(const wide_context *w, const uint8_t *in,
                                                     uint8_t *out, unsigned sets) {
    const uint64_t *first = w->narrow.kx + MEDIUM_BITS, *last = first + 8;
    vec s0[SETS], s1[SETS];
    for (unsigned n = 0; n < sets; n++) {
        load_medium(&s0[n], &s1[n], in + 2 * BYTES * n);
        s0[n] -= last[0];
        s1[n] -= last[1];
    }
    for (unsigned i = 0; i < ROUNDS; i++) medium_inverse_round(s0, s1, sets, w, ROUNDS - 1 - i);
    for (unsigned n = 0; n < sets; n++)
        store_medium(out + 2 * BYTES * n, s0[n] - first[0], s1[n] - first[1]);
}

TARGET static void decrypt_medium_many(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_medium_sets(context, in, out, SETS);
}

TARGET static void decrypt_medium_few(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_medium_sets(context, in, out, SETS / 2);
}

static void decrypt_medium_rest(const void *context, const uint8_t *in, uint8_t *out,
                                size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, MEDIUM_BITS / 8, FEW,
                            (by_processor)MEDIUM_PAYS, decrypt_medium_few, FEWER_MEDIUM.decrypt);
}

static void decrypt_medium(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, MEDIUM_BITS / 8, MANY, (by_processor)MANY_PAY,
                            decrypt_medium_many, decrypt_medium_rest);
}

TARGET static ALWAYS_INLINE void short_inverse_round(vec s[SETS], unsigned sets,
                                                     const wide_context *w, unsigned i) {
    const uint64_t *spice = w->narrow.spice;
    const uint64_t spice0 = spice[i], spice1 = spice[i ^ 1] ^ (PI19 + SHORT_BITS);
    const uint64_t spice2 = spice[i ^ 2], spice4 = spice[i ^ 4], spice7 = spice[i ^ 7];
    vec k[SETS], kk[SETS];
    for (unsigned n = 0; n < sets; n++) {
        vec a = s[n];
        a ^= a >> LBH;
        a -= spice2;
        const vec t = LBT + (a & 15);
        a -= left_each(a - left_each(a, t), t);
        a ^= spice2 >> (GAP + 4);
        s[n] = a;
    }
    for (unsigned n = 0; n < sets; n++) {
        vec a = s[n];
        a -= look_up_16(PERMBI, a);
        a ^= a >> LBQ;
        a ^= a >> 2 * LBQ;
        a += spice1;
        a ^= spice1 >> (GAP + 2);
        a -= spice1 << 3;
        a += a << LBH;
        s[n] = a;
    }
    const places p = places_of(s, sets);
    look_up(k, w, p, 0, sets);
    look_up(kk, w, p, NEXT(i), sets);
    for (unsigned n = 0; n < sets; n++) {
        const vec t = kk[n] + rotr(k[n] ^ spice4, 23);
        vec a = s[n];
        a += t >> GAP & ~UINT64_C(255);
        a ^= t << 8;
        a ^= a >> LBH;
        a -= spice7 >> 13;
        a += spice7 >> (GAP + i);
        a ^= spice7;
        a -= a << (LBH + i);
        s[n] = a;
    }
    look_up(k, w, places_of(s, sets), 0, sets);
    for (unsigned n = 0; n < sets; n++) {
        const vec t = k[n] + spice0;
        s[n] ^= t >> GAP & ~UINT64_C(255);
        s[n] -= t << 8;
    }
}

TARGET static ALWAYS_INLINE void decrypt_short_sets(const wide_context *w, const uint8_t *in,
                                                    uint8_t *out, unsigned sets) {
    const uint64_t first = w->narrow.kx[SHORT_BITS], last = w->narrow.kx[SHORT_BITS + 8];
    vec s[SETS];
    for (unsigned n = 0; n < sets; n++) s[n] = load_short(in + BYTES * n) - last;
#pragma GCC unroll UNROLLED
    for (unsigned i = 0; i < ROUNDS; i++) short_inverse_round(s, sets, w, ROUNDS - 1 - i);
    for (unsigned n = 0; n < sets; n++) store_short(out + BYTES * n, s[n] - first);
}

TARGET static void decrypt_short_many(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_short_sets(context, in, out, SETS);
}

TARGET static void decrypt_short_few(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_short_sets(context, in, out, SETS / 2);
}

static void decrypt_short_rest(const void *context, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, SHORT_BITS / 8, FEW, (by_processor)SHORT_PAYS,
                            decrypt_short_few, FEWER_SHORT.decrypt);
}

static void decrypt_short(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, SHORT_BITS / 8, MANY, (by_processor)MANY_PAY,
                            decrypt_short_many, decrypt_short_rest);
}

/* ---- Engines ---- */

static void set_tweak(void *context, const uint8_t *tweak) {
    fifteen_hpc_portable.set_tweak(context, tweak);
}

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

#define ENGINE(symbol, id, kind, KIND)                                                             \
    TARGET static int set_key_##symbol(void *context, const uint8_t *key, unsigned key_bits,       \
                                       int directions) {                                           \
        const int error = symbol##_portable.set_key(context, key, key_bits, directions);           \
        if (error == FIFTEEN_OK) prepare(context);                                                 \
        return error;                                                                              \
    }                                                                                              \
    const fifteen_engine SYMBOL(symbol) = {                                                        \
        .cipher = id,                                                                              \
        .name = NAME,                                                                              \
        .needs = NEEDS,                                                                            \
        .block_bytes = KIND##_BITS / 8,                                                            \
        .key_bits = {0, 2048, 8},                                                                  \
        .tweak_bytes = 8 * SPICE,                                                                  \
        .batch = MANY,                                                                             \
        .pays_from = KIND##_PAYS,                                                                  \
        .context_bytes = sizeof(wide_context),                                                     \
        .context_align = _Alignof(wide_context),                                                   \
        .set_key = set_key_##symbol,                                                               \
        .set_tweak = set_tweak,                                                                    \
        .encrypt = encrypt_##kind,                                                                 \
        .decrypt = decrypt_##kind,                                                                 \
        .wipe = wipe,                                                                              \
    };

ENGINE(fifteen_hpc, "hpc", medium, MEDIUM)
ENGINE(fifteen_hpc_b64, "hpc-b64", short, SHORT)
ENGINE(fifteen_hpc_1999, "hpc-1999", medium, MEDIUM)
ENGINE(fifteen_hpc_1999_b64, "hpc-1999-b64", short, SHORT)

#endif
