/* SPDX-License-Identifier: Apache-2.0
 * Twofish, sixteen blocks at once.
 *
 * A register holds one word of eight blocks, and two sets of eight hide each
 * other's latency. For g the words go through general registers, which take
 * bytes apart, while vectors load the tables' entries and add them up: that
 * shares out the work among all of the processor's units. Entries are looked up
 * one by one, which is faster than to gather them. Not constant-time, like the
 * portable engine.
 */
#include "twofish.h"

#include "wide.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_twofish_portable;

/* ---- The function g ---- */

enum { SETS = 2, BATCH = 8 * SETS, PAYS = 14 };

_Static_assert(offsetof(twofish_context, k) == sizeof(uint32_t[4][256]), "k is behind s");

/* An entry of a table in the lowest lane. What follows it in the context is loaded with it. */
AVX2 static ALWAYS_INLINE __m128i entry(const uint32_t s[4][256], unsigned table, uint32_t i) {
    return _mm_loadu_si128((const __m128i *)(const void *)&s[table % 4][i]);
}

/* g of x, or of x rotated left by 8 bits: by 8 `turn` bits. */
AVX2 static ALWAYS_INLINE __m128i g_of_one(const uint32_t s[4][256], unsigned turn, uint32_t x) {
    uint32_t high = x >> 16;
    __asm__("" : "+r"(high)); /* each half's two bytes take one instruction each */
    return entry(s, turn, x & 255) ^ entry(s, turn + 1, x >> 8 & 255) ^
           entry(s, turn + 2, high & 255) ^ entry(s, turn + 3, high >> 8);
}

AVX2 static ALWAYS_INLINE __m128i g_of_two(const uint32_t s[4][256], unsigned turn, uint64_t x) {
    return _mm_unpacklo_epi32(g_of_one(s, turn, (uint32_t)x),
                              g_of_one(s, turn, (uint32_t)(x >> 32)));
}

AVX2 static ALWAYS_INLINE u32x8 g(const twofish_context *c, unsigned turn, u32x8 x) {
    const u64x4 pairs = (u64x4)x;
    const __m128i a = g_of_two(c->s, turn, pairs[0]), b = g_of_two(c->s, turn, pairs[1]);
    const __m128i d = g_of_two(c->s, turn, pairs[2]), e = g_of_two(c->s, turn, pairs[3]);
    return (u32x8)_mm256_set_m128i(_mm_unpacklo_epi64(d, e), _mm_unpacklo_epi64(a, b));
}

/* ---- Encryption ---- */

AVX2 static ALWAYS_INLINE void encrypt_round(const twofish_context *c, const uint32_t *k,
                                             const u32x8 from[2], u32x8 to[2]) {
    const u32x8 t0 = g(c, 0, from[0]), t1 = g(c, 1, from[1]);
    const u32x8 x = to[0] ^ (t0 + t1 + k[0]);
    to[0] = x >> 1 | x << 31;
    to[1] = (to[1] << 1 | to[1] >> 31) ^ (t0 + 2 * t1 + k[1]);
}

AVX2 static ALWAYS_INLINE void load(u32x8 x[4], const uint8_t *in, const uint32_t *k) {
    load_blocks(x, in);
    for (unsigned i = 0; i < 4; i++) x[i] ^= k[i];
}

/* The exchange of halves after the last round is undone. */
AVX2 static ALWAYS_INLINE void store(uint8_t *out, const u32x8 x[4], const uint32_t *k) {
    u32x8 y[4];
    for (unsigned i = 0; i < 4; i++) y[i] = x[i ^ 2] ^ k[i];
    store_blocks(out, y);
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const twofish_context *c = context;
    const uint32_t *k = c->k + 8;
    u32x8 x[SETS][4];
    for (unsigned n = 0; n < SETS; n++) load(x[n], in + 128 * n, c->k);
    for (unsigned r = 0; r < ROUNDS; r += 2, k += 4) {
        for (unsigned n = 0; n < SETS; n++) encrypt_round(c, k, x[n], x[n] + 2);
        for (unsigned n = 0; n < SETS; n++) encrypt_round(c, k + 2, x[n] + 2, x[n]);
    }
    for (unsigned n = 0; n < SETS; n++) store(out + 128 * n, x[n], c->k + 4);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, encrypt_batch,
               fifteen_twofish_portable.encrypt);
}

/* ---- Decryption ---- */

AVX2 static ALWAYS_INLINE void decrypt_round(const twofish_context *c, const uint32_t *k,
                                             const u32x8 from[2], u32x8 to[2]) {
    const u32x8 t0 = g(c, 0, from[0]), t1 = g(c, 1, from[1]);
    const u32x8 x = to[1] ^ (t0 + 2 * t1 + k[1]);
    to[0] = (to[0] << 1 | to[0] >> 31) ^ (t0 + t1 + k[0]);
    to[1] = x >> 1 | x << 31;
}

AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const twofish_context *c = context;
    const uint32_t *k = c->k + 8 + 2 * (ROUNDS - 2);
    u32x8 x[SETS][4];
    for (unsigned n = 0; n < SETS; n++) load(x[n], in + 128 * n, c->k + 4);
    for (unsigned r = 0; r < ROUNDS; r += 2, k -= 4) {
        for (unsigned n = 0; n < SETS; n++) decrypt_round(c, k + 2, x[n], x[n] + 2);
        for (unsigned n = 0; n < SETS; n++) decrypt_round(c, k, x[n] + 2, x[n]);
    }
    for (unsigned n = 0; n < SETS; n++) store(out + 128 * n, x[n], c->k);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, decrypt_batch,
               fifteen_twofish_portable.decrypt);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_twofish_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_twofish_portable.wipe(context); }

const fifteen_engine fifteen_twofish_avx2 = {
    .cipher = "twofish",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {0, 256, 8},
    .batch = BATCH,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(twofish_context),
    .context_align = _Alignof(twofish_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
