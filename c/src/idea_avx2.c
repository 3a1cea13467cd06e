/* SPDX-License-Identifier: Apache-2.0
 * IDEA, 32 blocks at once.
 *
 * A register holds one word of sixteen blocks, so that a round is the portable
 * one's with vectors for words. Two sets of sixteen hide the latency of each
 * other's products. Constant-time, but for the up to three blocks left to
 * the portable engine, and the set-up of a key to decrypt with, as there.
 */
#include "idea.h"

#include "wide.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_idea_portable;

/* ---- Lanes ---- */

enum { SET = 16, SET_BYTES = 8 * SET, BATCH = 2 * SET, PAYS = 4 };

/* Modulo 2^16 + 1; 0 stands for 2^16, which is -1. A product is its low half
 * minus its high half, and those are equal only if both are 0: as 2^16 + 1 is a
 * prime, only if a or b is 0. Then the product is 1 - a - b. */
AVX2 static ALWAYS_INLINE u16x16 mul(u16x16 a, u16x16 b) {
    const __m256i low = (__m256i)(a * b), high = _mm256_mulhi_epu16((__m256i)a, (__m256i)b);
    const u16x16 product = (u16x16)low - (u16x16)high;
    const u16x16 borrow = (u16x16)_mm256_cmpeq_epi16(_mm256_max_epu16(low, high), high);
    const u16x16 zero = (u16x16)_mm256_cmpeq_epi16((__m256i)product, _mm256_setzero_si256());
    return product - borrow - (zero & (a + b)); /* masks are 0 or -1 */
}

AVX2 static ALWAYS_INLINE u16x16 all(uint16_t x) { return (u16x16)_mm256_set1_epi16((short)x); }

/* Of two blocks, the words of each pair and the bytes of each word change places:
 * a0 b0 c0 d0 a1 b1 c1 d1 become a0 a1 b0 b1 c0 c1 d0 d1. */
AVX2 static ALWAYS_INLINE u32x8 pair_words(u32x8 x) {
    const __m256i places = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, 9, 8, 3, 2, 11, 10, 5, 4, 13, 12, 7, 6, 15, 14));
    return (u32x8)_mm256_shuffle_epi8((__m256i)x, places);
}

AVX2 static ALWAYS_INLINE u32x8 unpair_words(u32x8 x) {
    const __m256i places = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 0, 5, 4, 9, 8, 13, 12, 3, 2, 7, 6, 11, 10, 15, 14));
    return (u32x8)_mm256_shuffle_epi8((__m256i)x, places);
}

AVX2 static ALWAYS_INLINE void load_set(u16x16 x[4], const uint8_t *in) {
    u32x8 y[4];
    for (unsigned i = 0; i < 4; i++) y[i] = pair_words(load_u32x8(in + 32 * i));
    transpose_4x4(y);
    for (unsigned i = 0; i < 4; i++) x[i] = (u16x16)y[i];
}

AVX2 static ALWAYS_INLINE void store_set(uint8_t *out, const u16x16 x[4]) {
    u32x8 y[4];
    for (unsigned i = 0; i < 4; i++) y[i] = (u32x8)x[i];
    transpose_4x4(y);
    for (unsigned i = 0; i < 4; i++) store_u32x8(out + 32 * i, unpair_words(y[i]));
}

/* ---- Encryption and decryption ---- */

AVX2 static ALWAYS_INLINE void round_of(u16x16 x[4], const uint16_t k[6]) {
    const u16x16 a = mul(x[0], all(k[0])), b = x[1] + all(k[1]);
    const u16x16 c = x[2] + all(k[2]), d = mul(x[3], all(k[3]));
    const u16x16 t = mul(a ^ c, all(k[4]));
    const u16x16 u = mul((b ^ d) + t, all(k[5])), v = t + u;
    x[0] = a ^ u;
    x[1] = c ^ u;
    x[2] = b ^ v;
    x[3] = d ^ v;
}

AVX2 static ALWAYS_INLINE void crypt_sets(const uint16_t *k, const uint8_t *in, uint8_t *out,
                                          unsigned sets) {
    u16x16 x[2][4];
    for (unsigned s = 0; s < sets; s++) load_set(x[s], in + SET_BYTES * s);
    for (unsigned r = 0; r < ROUNDS; r++, k += 6)
        for (unsigned s = 0; s < sets; s++) round_of(x[s], k);
    for (unsigned s = 0; s < sets; s++) {
        const u16x16 b = x[s][2] + all(k[1]), c = x[s][1] + all(k[2]);
        const u16x16 y[4] = {mul(x[s][0], all(k[0])), b, c, mul(x[s][3], all(k[3]))};
        store_set(out + SET_BYTES * s, y);
    }
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(((const idea_context *)context)->ek, in, out, 2);
}

AVX2 static void encrypt_set(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(((const idea_context *)context)->ek, in, out, 1);
}

static void encrypt_rest(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SET, PAYS, encrypt_set, fifteen_idea_portable.encrypt);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, BATCH, SET + 1, encrypt_batch, encrypt_rest);
}

AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(((const idea_context *)context)->dk, in, out, 2);
}

AVX2 static void decrypt_set(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(((const idea_context *)context)->dk, in, out, 1);
}

static void decrypt_rest(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, SET, PAYS, decrypt_set, fifteen_idea_portable.decrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 8, BATCH, SET + 1, decrypt_batch, decrypt_rest);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_idea_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_idea_portable.wipe(context); }

const fifteen_engine fifteen_idea_avx2 = {
    .cipher = "idea",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 8,
    .key_bits = {128, 128, 64},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(idea_context),
    .context_align = _Alignof(idea_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
