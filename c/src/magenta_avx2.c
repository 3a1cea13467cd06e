/* SPDX-License-Identifier: Apache-2.0
 * MAGENTA, eight blocks at once.
 *
 * Each half of a register holds a block, as Pi does the same to all of its
 * bytes. f is a power in GF(2^8); it comes out of logarithms in GF(16), whose
 * tables are as small as a shuffle's.
 * Constant-time, but for the up to four blocks left to the portable engine.
 */
#include "magenta.h"

#include "wide.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_magenta_portable;

/* ---- Tables ---- */

#include "magenta_tables.h" /* written by tables.py */

/* ---- Context ---- */

typedef struct {
    magenta_context narrow;
    uint64_t k[KEY_MAX / 64]; /* the key, eight bytes a word, as they stand in memory */
} magenta_avx2_context;

/* ---- Key schedule ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    magenta_avx2_context *c = context;
    const int error = fifteen_magenta_portable.set_key(&c->narrow, key, key_bits, directions);
    if (error == FIFTEEN_OK) memcpy(c->k, key, key_bits / 8);
    return error;
}

/* ---- Encryption ---- */

/* Registers, which hide the latency of each other's f. */
enum { SETS = 4, BATCH = 2 * SETS, PAYS = 5 };

/* As signed bytes. */
AVX2 static ALWAYS_INLINE u8x32 greater(u8x32 a, u8x32 b) {
    return (u8x32)_mm256_max_epi8((__m256i)a, (__m256i)b);
}

/* f(16 h + l) = 2^(l - h) g^h, where g = 2^17. 2^(l - h) is u + 2 v, and LOGS has the logarithms
 * of u and v to g, to which h is added. Modulo 15: tables.py has chosen what stands for them so
 * that the greater, as a signed byte, of the sum and 15 less is the place in POWERS. */
AVX2 static ALWAYS_INLINE u8x32 f(u8x32 x) {
    const u8x32 h = high_nibbles(x), above = low_nibbles(x) - h, below = above ^ 0x80;
    const u8x32 u =
        h + (shuffle(load_table(LOGS[0][0]), above) | shuffle(load_table(LOGS[0][1]), below));
    const u8x32 v =
        h + (shuffle(load_table(LOGS[1][0]), above) | shuffle(load_table(LOGS[1][1]), below));
    return shuffle(load_table(POWERS[0]), greater(u, u - 15)) ^
           shuffle(load_table(POWERS[1]), greater(v, v - 15));
}

AVX2 static ALWAYS_INLINE u8x32 swap_halves(u8x32 x) {
    return (u8x32)_mm256_shuffle_epi32((__m256i)x, 0x4e);
}

/* Pi, the bytes that PE makes of the first eight before the others: A(x, y) = f(x ^ f(y)). */
AVX2 static ALWAYS_INLINE void pi_apart(u8x32 z[SETS]) {
    u8x32 y[SETS];
    for (unsigned s = 0; s < SETS; s++) y[s] = f(z[s]);
    for (unsigned s = 0; s < SETS; s++) y[s] = z[s] ^ swap_halves(y[s]);
    for (unsigned s = 0; s < SETS; s++) z[s] = f(y[s]);
}

/* C(3), under S, of x: T is four times Pi, and S brings the bytes apart. */
AVX2 static ALWAYS_INLINE void c3(u8x32 z[SETS], const u8x32 x[SETS]) {
    static const uint8_t TOGETHER[16] = {0, 8, 1, 9, 2, 10, 3, 11, 4, 12, 5, 13, 6, 14, 7, 15};
    const u8x32 together = load_table(TOGETHER);
    for (unsigned s = 0; s < SETS; s++) z[s] = (u8x32){0};
    for (unsigned j = 0; j < 3; j++) {
        for (unsigned s = 0; s < SETS; s++) z[s] ^= x[s];
        for (unsigned i = 0; i < 3; i++) {
            pi_apart(z);
            for (unsigned s = 0; s < SETS; s++) z[s] = shuffle(z[s], together);
        }
        pi_apart(z);
    }
}

/* A round: the first half changes, and becomes the second. */
AVX2 static ALWAYS_INLINE void round_of(u8x32 x[SETS], uint64_t k) {
    const __m256i key = _mm256_set1_epi64x((long long)k);
    u8x32 xk[SETS], z[SETS];
    for (unsigned s = 0; s < SETS; s++) xk[s] = (u8x32)_mm256_unpackhi_epi64((__m256i)x[s], key);
    c3(z, xk);
    for (unsigned s = 0; s < SETS; s++) {
        const __m256i e = _mm256_unpacklo_epi64((__m256i)z[s], _mm256_setzero_si256());
        x[s] = swap_halves(x[s] ^ (u8x32)e);
    }
}

AVX2 static ALWAYS_INLINE void crypt_eight(const magenta_avx2_context *c, const uint8_t *in,
                                           uint8_t *out, int decrypting) {
    u8x32 x[SETS];
    for (unsigned s = 0; s < SETS; s++) {
        x[s] = (u8x32)load_u32x8(in + 32 * s);
        if (decrypting) x[s] = swap_halves(x[s]);
    }
    for (unsigned r = 0; r < 2 * PAIRS[c->narrow.size]; r++)
        round_of(x, c->k[ORDER[c->narrow.size][r]]);
    for (unsigned s = 0; s < SETS; s++) {
        if (decrypting) x[s] = swap_halves(x[s]);
        store_u32x8(out + 32 * s, (u32x8)x[s]);
    }
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_eight(context, in, out, 0);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, encrypt_batch,
               fifteen_magenta_portable.encrypt);
}

/* ---- Decryption ---- */

/* The rounds' keys read the same backwards. */
AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_eight(context, in, out, 1);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, decrypt_batch,
               fifteen_magenta_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(magenta_avx2_context)); }

const fifteen_engine fifteen_magenta_avx2 = {
    .cipher = "magenta",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(magenta_avx2_context),
    .context_align = _Alignof(magenta_avx2_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
