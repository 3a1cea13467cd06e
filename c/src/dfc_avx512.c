/* SPDX-License-Identifier: Apache-2.0
 * DFC and DFCv2 with AVX-512, 64 blocks at once.
 *
 * A register holds one word of eight blocks. A product modulo 2^64 + 13 is a sum
 * of products of 52 bits by 52 (AVX-512 IFMA). The confusion permutation's table
 * of 64 words is in four registers.
 * Constant-time, but for the few blocks that are left to the portable engine and
 * the set-up of a key, as there.
 */
#include "dfc.h"

#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET WIDE("avx512f,avx512bw,avx512ifma,vpclmulqdq")

#include "dfc_tables.h" /* written by tables.py */
#include "vec512.h"

extern const fifteen_engine fifteen_dfc_portable, fifteen_dfc_v2_portable;

/* ---- Context ---- */

enum { LIMB = 52 };

/* Numbers of two limbs, the lower one of 52 bits, in `sum` of a few more. */
typedef struct {
    uint64_t a[2], c[2]; /* c, of 65 bits at most, is 2^40 a modulo 2^64 + 13 */
    uint64_t sum[2];     /* what rf begins its sum with: b and a constant */
} limbs;

typedef struct {
    dfc_context portable;
    limbs k[ROUNDS];
} wide_context;

/* ---- Round function ---- */

TARGET static ALWAYS_INLINE vec all(uint64_t x) { return (vec){0} + x; }

/* The sum of x and of the product of a and b, 52 bits each, the lower 52 bits; or the upper ones.
 */
TARGET static ALWAYS_INLINE vec add_low(vec x, vec a, vec b) {
    return (vec)_mm512_madd52lo_epu64((__m512i)x, (__m512i)a, (__m512i)b);
}

TARGET static ALWAYS_INLINE vec add_high(vec x, vec a, vec b) {
    return (vec)_mm512_madd52hi_epu64((__m512i)x, (__m512i)a, (__m512i)b);
}

/* Of the digits of e, 32 words of 32 bits, the lower half of a word after the upper one. */
TARGET static ALWAYS_INLINE __m512i table(unsigned i) {
    return _mm512_shuffle_epi32(_mm512_loadu_si512(E + 8 * i), 0xb1);
}

/* The element goes to the lower half. The index of the upper one is 0, so that RT[0] goes there:
 * that is taken back with what adds KC. */
TARGET static ALWAYS_INLINE vec confusion(vec y) {
    const uint64_t kc = (KC ^ E[0] >> 32) << 32;
    const __m512i i = (__m512i)(y >> 58);
    const __m512i low = _mm512_permutex2var_epi32(table(0), i, table(1));
    const __m512i high = _mm512_permutex2var_epi32(table(2), i, table(3));
    const __mmask16 is_high = _mm512_test_epi32_mask(i, _mm512_set1_epi32(32));
    y ^= (vec)_mm512_mask_blend_epi32(is_high, low, high) ^ kc;
    return (vec)_mm512_rol_epi64((__m512i)y, 32) + KD;
}

/* a x + b modulo 2^64 + 13, modulo 2^64; then the confusion permutation. The lower 40 bits of x are
 * multiplied by a, the upper 24 by c, so that products with upper limbs have 52 bits at most. v,
 * what the sum has from 2^64 on, counts as -13 v. All of it is then below 2^64 + 2^55, and loses
 * 2^64 + 13 once at most. */
TARGET static ALWAYS_INLINE vec rf(const limbs *k, vec x) {
    const vec low = x & ((UINT64_C(1) << 40) - 1), high = x >> 40;
    vec s0 = add_low(all(k->sum[0]), low, all(k->a[0]));
    s0 = add_low(s0, high, all(k->c[0]));
    vec s1 = add_high(all(k->sum[1]), low, all(k->a[0]));
    s1 = add_low(s1, low, all(k->a[1]));
    s1 += add_low(add_high((vec){0}, high, all(k->c[0])), high, all(k->c[1]));
    const vec v = s1 >> 12;
    s0 = add_low(s0, v, all((UINT64_C(1) << LIMB) - 13));
    const vec y = (s1 << LIMB) + s0;
    const __mmask8 over = _mm512_cmplt_epu64_mask((__m512i)y, (__m512i)s0); /* 2^64 */
    return confusion((vec)_mm512_mask_min_epu64((__m512i)y, over, (__m512i)y, (__m512i)(y - 13)));
}

/* ---- Key schedule ---- */

/* v times 2^52 - 13, modulo 2^52, is 2^52 - 13 v if v isn't 0, and it is below 2^41. So the sum
 * begins with 2^52 less; and with twice 2^64 + 13 more, so that v isn't 0. */
static void set_limbs(limbs *l, round_key k) {
    const uint64_t low = (UINT64_C(1) << LIMB) - 1;
    /* (k.a >> 24) 2^64 + (k.a << 40), and 2^64 + 13 more, so that it isn't below 0 */
    const uint64_t sum = (k.a << 40) + 13, taken = 13 * (k.a >> 24), c = sum - taken;
    const uint64_t top = sum >= taken;
    *l = (limbs){.a = {k.a & low, k.a >> LIMB},
                 .c = {c & low, c >> LIMB | top << 12},
                 .sum = {(k.b & low) + 2 * 13, (k.b >> LIMB) + (2 << 12) - 1}};
}

static int set_key(const fifteen_engine *portable, void *context, const uint8_t *key,
                   unsigned key_bits, int directions) {
    wide_context *c = context;
    const int error = portable->set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    for (unsigned i = 0; i < ROUNDS; i++) set_limbs(&c->k[i], c->portable.k[i]);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* A round waits long for its products: as many blocks side by side as fit. */
enum { SETS = 8, ROWS = 2 * SETS };

TARGET static ALWAYS_INLINE void crypt_with(const limbs *k, int step, vec rows[ROWS]) {
    vec x[SETS][2];
    for (unsigned s = 0; s < SETS; s++) {
        x[s][0] = swap_each(lower_words(rows[2 * s], rows[2 * s + 1]));
        x[s][1] = swap_each(upper_words(rows[2 * s], rows[2 * s + 1]));
    }
    for (int r = 0; r < ROUNDS; r += 2) {
        for (unsigned s = 0; s < SETS; s++) x[s][0] ^= rf(k + r * step, x[s][1]);
        for (unsigned s = 0; s < SETS; s++) x[s][1] ^= rf(k + (r + 1) * step, x[s][0]);
    }
    for (unsigned s = 0; s < SETS; s++) { /* the last exchange of halves is undone */
        rows[2 * s] = lower_words(swap_each(x[s][1]), swap_each(x[s][0]));
        rows[2 * s + 1] = upper_words(swap_each(x[s][1]), swap_each(x[s][0]));
    }
}

TARGET static ALWAYS_INLINE void encrypt_rows(const void *context, vec rows[ROWS]) {
    crypt_with(((const wide_context *)context)->k, 1, rows);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void decrypt_rows(const void *context, vec rows[ROWS]) {
    crypt_with(((const wide_context *)context)->k + ROUNDS - 1, -1, rows);
}

/* ---- Blocks ---- */

#define PAYS {19, 22, 19}       /* from how many blocks on */
#define THIS fifteen_dfc_avx512 /* or DFCv2's: what modes.c asks of it is the same */
#include "row_batches.h"

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, encrypt_batch,
                            fifteen_dfc_portable.encrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, decrypt_batch,
                            fifteen_dfc_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

#define ENGINE(symbol, id, v)                                                                      \
    static int set_key_##v(void *context, const uint8_t *key, unsigned key_bits, int directions) { \
        return set_key(&fifteen_##v##_portable, context, key, key_bits, directions);               \
    }                                                                                              \
    const fifteen_engine symbol = {                                                                \
        .cipher = id,                                                                              \
        .name = "avx512",                                                                          \
        .needs = "avx512f avx512bw avx512ifma vpclmulqdq avx2",                                    \
        .block_bytes = 16,                                                                         \
        .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},                                                  \
        .batch = BATCH,                                                                            \
        .pays_from = PAYS,                                                                         \
        .context_bytes = sizeof(wide_context),                                                     \
        .context_align = _Alignof(wide_context),                                                   \
        .set_key = set_key_##v,                                                                    \
        .encrypt = encrypt,                                                                        \
        .decrypt = decrypt,                                                                        \
        .wipe = wipe,                                                                              \
        .modes = &modes,                                                                           \
    };

ENGINE(fifteen_dfc_avx512, "dfc", dfc)
ENGINE(fifteen_dfc_v2_avx512, "dfc-v2", dfc_v2)

#endif
