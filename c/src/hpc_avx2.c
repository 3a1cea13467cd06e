/* SPDX-License-Identifier: Apache-2.0
 * The Hasty Pudding Cipher, many blocks at once.
 *
 * A register holds one word of four blocks, so that a round is the portable
 * one's with vectors for words. The words of the key that the data asks for are
 * loaded one by one and put together, which is faster than AVX2's gathering here.
 * Four sets of four blocks, or two, fill each other's waits.
 *
 * Not constant-time: the look-ups depend on key and data.
 */
#include "hpc.h"

#include "wide.h"

#if FIFTEEN_X86

#include "hpc_tables.h" /* written by tables.py */

/* Those of the two years differ in the key alone. */
extern const fifteen_engine fifteen_hpc_portable, fifteen_hpc_b64_portable;
extern const fifteen_engine fifteen_hpc_1999_portable, fifteen_hpc_1999_b64_portable;

/* ---- Lanes ---- */

/* The many: blocks for four sets, or for most of them. The few: for two. */
enum { SETS = 4, MANY = 4 * SETS, FEW = MANY / 2, MANY_PAY = 11 };
enum { MEDIUM_PAYS = 5, SHORT_PAYS = 7 };

/* What the lanes stand at in memory, where their low bytes are to be had. */
typedef struct {
    uint8_t byte[32];
} lanes;

AVX2 static ALWAYS_INLINE lanes spread(u64x4 x) {
    lanes l;
    store_u32x8(l.byte, (u32x8)x);
    return l;
}

AVX2 static ALWAYS_INLINE __m256i everywhere(uint64_t x) {
    return _mm256_set1_epi64x((long long)x);
}

/* A load puts a word in all lanes for nothing, and to choose among lanes then takes any of
 * four units, where to insert a word takes one of two. */
AVX2 static ALWAYS_INLINE u64x4 look_up(const uint64_t *table, lanes l) {
    const __m256i low =
        _mm256_blend_epi32(everywhere(table[l.byte[0]]), everywhere(table[l.byte[8]]), 0x0c);
    const __m256i high =
        _mm256_blend_epi32(everywhere(table[l.byte[16]]), everywhere(table[l.byte[24]]), 0xc0);
    return (u64x4)_mm256_blend_epi32(low, high, 0xf0);
}

AVX2 static ALWAYS_INLINE u64x4 rotr(u64x4 x, unsigned n) { return x >> n | x << (64 - n); }

/* From big-endian words and back. */
AVX2 static ALWAYS_INLINE u64x4 swap(u64x4 x) {
    const __m256i order = _mm256_broadcastsi128_si256(
        _mm_set_epi8(8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7));
    return (u64x4)_mm256_shuffle_epi8((__m256i)x, order);
}

AVX2 static ALWAYS_INLINE u64x4 load_short(const uint8_t *in) {
    return swap((u64x4)load_u32x8(in));
}

AVX2 static ALWAYS_INLINE void store_short(uint8_t *out, u64x4 x) {
    store_u32x8(out, (u32x8)swap(x));
}

/* s[i] has word i of each of four blocks. In which order is no matter. */
AVX2 static ALWAYS_INLINE void load_medium(u64x4 s[2], const uint8_t *in) {
    const __m256i x = (__m256i)load_short(in), y = (__m256i)load_short(in + 32);
    s[0] = (u64x4)_mm256_unpacklo_epi64(x, y);
    s[1] = (u64x4)_mm256_unpackhi_epi64(x, y);
}

AVX2 static ALWAYS_INLINE void store_medium(uint8_t *out, const u64x4 s[2]) {
    const __m256i x = (__m256i)s[0], y = (__m256i)s[1];
    store_short(out, (u64x4)_mm256_unpacklo_epi64(x, y));
    store_short(out + 32, (u64x4)_mm256_unpackhi_epi64(x, y));
}

/* ---- Encryption ---- */

AVX2 static ALWAYS_INLINE void medium_round(u64x4 s[SETS][2], unsigned sets, const hpc_context *c,
                                            unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1], spice2 = c->spice[i ^ 2];
    const uint64_t spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    const uint64_t round_key = kx[MEDIUM_BITS + 16 + i];
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n][0], s1 = s[n][1];
        const u64x4 k = look_up(kx, spread(s0));
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
        s[n][0] = s0, s[n][1] = s1;
    }
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n][0], s1 = s[n][1];
        const lanes t = spread(s0);
        const u64x4 k = look_up(kx, t), kk = look_up(kx + NEXT(i), t), both = k ^ kk;
        s1 ^= k;
        s0 ^= kk << 8;
        s1 += both >> 5;
        s0 -= both << 12;
        s0 ^= both & ~UINT64_C(255);
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

AVX2 static ALWAYS_INLINE void encrypt_medium_sets(const hpc_context *c, const uint8_t *in,
                                                   uint8_t *out, unsigned sets) {
    const uint64_t *first = c->kx + MEDIUM_BITS, *last = first + 8;
    u64x4 s[SETS][2];
    for (unsigned n = 0; n < sets; n++) {
        load_medium(s[n], in + 64 * n);
        s[n][0] += first[0];
        s[n][1] += first[1];
    }
    medium_round(s, sets, c, 0);
    medium_round(s, sets, c, 1);
    medium_round(s, sets, c, 2);
    medium_round(s, sets, c, 3);
    medium_round(s, sets, c, 4);
    medium_round(s, sets, c, 5);
    medium_round(s, sets, c, 6);
    medium_round(s, sets, c, 7);
    for (unsigned n = 0; n < sets; n++) {
        s[n][0] += last[0];
        s[n][1] += last[1];
        store_medium(out + 64 * n, s[n]);
    }
}

AVX2 static void encrypt_medium_many(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_medium_sets(context, in, out, SETS);
}

AVX2 static void encrypt_medium_few(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_medium_sets(context, in, out, SETS / 2);
}

static void encrypt_medium_rest(const void *context, const uint8_t *in, uint8_t *out,
                                size_t blocks) {
    in_batches(context, in, out, blocks, MEDIUM_BITS / 8, FEW, MEDIUM_PAYS, encrypt_medium_few,
               fifteen_hpc_portable.encrypt);
}

static void encrypt_medium(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, MEDIUM_BITS / 8, MANY, MANY_PAY, encrypt_medium_many,
               encrypt_medium_rest);
}

AVX2 static ALWAYS_INLINE void short_round(u64x4 s[SETS], unsigned sets, const hpc_context *c,
                                           unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1] ^ (PI19 + SHORT_BITS);
    const uint64_t spice2 = c->spice[i ^ 2], spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n];
        const u64x4 k = look_up(kx, spread(s0)) + spice0;
        s0 += k << 8;
        s0 ^= k >> GAP & ~UINT64_C(255);
        s0 += s0 << (LBH + i);
        s0 ^= spice7;
        s0 -= spice7 >> (GAP + i);
        s0 += spice7 >> 13;
        s0 ^= s0 >> LBH;
        s[n] = s0;
    }
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n];
        const lanes t = spread(s0);
        const u64x4 k = look_up(kx + NEXT(i), t) + rotr(look_up(kx, t) ^ spice4, 23);
        s0 ^= k << 8;
        s0 -= k >> GAP & ~UINT64_C(255);
        s0 -= s0 << LBH;
        s0 += spice1 << 3;
        s0 ^= spice1 >> (GAP + 2);
        s0 -= spice1;
        s0 ^= s0 >> LBQ;
        s[n] = s0;
    }
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n];
        s0 += look_up(PERMB, spread(s0 & 15));
        s0 ^= spice2 >> (GAP + 4);
        s0 += s0 << (LBT + (s0 & 15));
        s0 += spice2;
        s0 ^= s0 >> LBH;
        s[n] = s0;
    }
}

AVX2 static ALWAYS_INLINE void encrypt_short_sets(const hpc_context *c, const uint8_t *in,
                                                  uint8_t *out, unsigned sets) {
    u64x4 s[SETS];
    for (unsigned n = 0; n < sets; n++) s[n] = load_short(in + 32 * n) + c->kx[SHORT_BITS];
    short_round(s, sets, c, 0);
    short_round(s, sets, c, 1);
    short_round(s, sets, c, 2);
    short_round(s, sets, c, 3);
    short_round(s, sets, c, 4);
    short_round(s, sets, c, 5);
    short_round(s, sets, c, 6);
    short_round(s, sets, c, 7);
    for (unsigned n = 0; n < sets; n++) store_short(out + 32 * n, s[n] + c->kx[SHORT_BITS + 8]);
}

AVX2 static void encrypt_short_many(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_short_sets(context, in, out, SETS);
}

AVX2 static void encrypt_short_few(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_short_sets(context, in, out, SETS / 2);
}

static void encrypt_short_rest(const void *context, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    in_batches(context, in, out, blocks, SHORT_BITS / 8, FEW, SHORT_PAYS, encrypt_short_few,
               fifteen_hpc_b64_portable.encrypt);
}

static void encrypt_short(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, SHORT_BITS / 8, MANY, MANY_PAY, encrypt_short_many,
               encrypt_short_rest);
}

/* ---- Decryption ---- */

AVX2 static ALWAYS_INLINE void medium_inverse_round(u64x4 s[SETS][2], unsigned sets,
                                                    const hpc_context *c, unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1], spice2 = c->spice[i ^ 2];
    const uint64_t spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    const uint64_t round_key = kx[MEDIUM_BITS + 16 + i];
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n][0], s1 = s[n][1];
        s0 ^= s0 >> (33 + i);
        s0 -= spice1;
        s0 ^= s1 >> 4;
        s0 -= (s0 - (s0 << 22)) << 22;
        s0 -= round_key;
        s0 ^= spice2;
        s0 -= s1 << 3;
        s1 -= s0;
        s[n][0] = s0, s[n][1] = s1;
    }
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n][0], s1 = s[n][1];
        const lanes l = spread(s0);
        const u64x4 k = look_up(kx, l), kk = look_up(kx + NEXT(i), l), both = k ^ kk;
        s0 ^= both & ~UINT64_C(255);
        s0 += both << 12;
        s1 -= both >> 5;
        s0 ^= kk << 8;
        s1 ^= k;
        s0 += spice7;
        s0 ^= s0 >> 23;
        s0 ^= s0 >> 46;
        const u64x4 t = 22 + (s0 & 31);
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
        s[n][0] = s0, s[n][1] = s1;
    }
    for (unsigned n = 0; n < sets; n++) {
        const u64x4 k = look_up(kx, spread(s[n][0]));
        s[n][0] ^= k << 8;
        s[n][1] -= k;
    }
}

AVX2 static ALWAYS_INLINE void decrypt_medium_sets(const hpc_context *c, const uint8_t *in,
                                                   uint8_t *out, unsigned sets) {
    const uint64_t *first = c->kx + MEDIUM_BITS, *last = first + 8;
    u64x4 s[SETS][2];
    for (unsigned n = 0; n < sets; n++) {
        load_medium(s[n], in + 64 * n);
        s[n][0] -= last[0];
        s[n][1] -= last[1];
    }
    medium_inverse_round(s, sets, c, 7);
    medium_inverse_round(s, sets, c, 6);
    medium_inverse_round(s, sets, c, 5);
    medium_inverse_round(s, sets, c, 4);
    medium_inverse_round(s, sets, c, 3);
    medium_inverse_round(s, sets, c, 2);
    medium_inverse_round(s, sets, c, 1);
    medium_inverse_round(s, sets, c, 0);
    for (unsigned n = 0; n < sets; n++) {
        s[n][0] -= first[0];
        s[n][1] -= first[1];
        store_medium(out + 64 * n, s[n]);
    }
}

AVX2 static void decrypt_medium_many(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_medium_sets(context, in, out, SETS);
}

AVX2 static void decrypt_medium_few(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_medium_sets(context, in, out, SETS / 2);
}

static void decrypt_medium_rest(const void *context, const uint8_t *in, uint8_t *out,
                                size_t blocks) {
    in_batches(context, in, out, blocks, MEDIUM_BITS / 8, FEW, MEDIUM_PAYS, decrypt_medium_few,
               fifteen_hpc_portable.decrypt);
}

static void decrypt_medium(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, MEDIUM_BITS / 8, MANY, MANY_PAY, decrypt_medium_many,
               decrypt_medium_rest);
}

AVX2 static ALWAYS_INLINE void short_inverse_round(u64x4 s[SETS], unsigned sets,
                                                   const hpc_context *c, unsigned i) {
    const uint64_t *kx = c->kx;
    const uint64_t spice0 = c->spice[i], spice1 = c->spice[i ^ 1] ^ (PI19 + SHORT_BITS);
    const uint64_t spice2 = c->spice[i ^ 2], spice4 = c->spice[i ^ 4], spice7 = c->spice[i ^ 7];
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n];
        s0 ^= s0 >> LBH;
        s0 -= spice2;
        const u64x4 t = LBT + (s0 & 15);
        s0 -= (s0 - (s0 << t)) << t;
        s0 ^= spice2 >> (GAP + 4);
        s[n] = s0;
    }
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n];
        s0 -= look_up(PERMBI, spread(s0 & 15));
        s0 ^= s0 >> LBQ;
        s0 ^= s0 >> 2 * LBQ;
        s0 += spice1;
        s0 ^= spice1 >> (GAP + 2);
        s0 -= spice1 << 3;
        s0 += s0 << LBH;
        s[n] = s0;
    }
    for (unsigned n = 0; n < sets; n++) {
        u64x4 s0 = s[n];
        const lanes t = spread(s0);
        const u64x4 k = look_up(kx + NEXT(i), t) + rotr(look_up(kx, t) ^ spice4, 23);
        s0 += k >> GAP & ~UINT64_C(255);
        s0 ^= k << 8;
        s0 ^= s0 >> LBH;
        s0 -= spice7 >> 13;
        s0 += spice7 >> (GAP + i);
        s0 ^= spice7;
        s0 -= s0 << (LBH + i);
        s[n] = s0;
    }
    for (unsigned n = 0; n < sets; n++) {
        const u64x4 k = look_up(kx, spread(s[n])) + spice0;
        s[n] ^= k >> GAP & ~UINT64_C(255);
        s[n] -= k << 8;
    }
}

AVX2 static ALWAYS_INLINE void decrypt_short_sets(const hpc_context *c, const uint8_t *in,
                                                  uint8_t *out, unsigned sets) {
    u64x4 s[SETS];
    for (unsigned n = 0; n < sets; n++) s[n] = load_short(in + 32 * n) - c->kx[SHORT_BITS + 8];
    short_inverse_round(s, sets, c, 7);
    short_inverse_round(s, sets, c, 6);
    short_inverse_round(s, sets, c, 5);
    short_inverse_round(s, sets, c, 4);
    short_inverse_round(s, sets, c, 3);
    short_inverse_round(s, sets, c, 2);
    short_inverse_round(s, sets, c, 1);
    short_inverse_round(s, sets, c, 0);
    for (unsigned n = 0; n < sets; n++) store_short(out + 32 * n, s[n] - c->kx[SHORT_BITS]);
}

AVX2 static void decrypt_short_many(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_short_sets(context, in, out, SETS);
}

AVX2 static void decrypt_short_few(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_short_sets(context, in, out, SETS / 2);
}

static void decrypt_short_rest(const void *context, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    in_batches(context, in, out, blocks, SHORT_BITS / 8, FEW, SHORT_PAYS, decrypt_short_few,
               fifteen_hpc_b64_portable.decrypt);
}

static void decrypt_short(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, SHORT_BITS / 8, MANY, MANY_PAY, decrypt_short_many,
               decrypt_short_rest);
}

/* ---- Engine ---- */

static void set_tweak(void *context, const uint8_t *tweak) {
    fifteen_hpc_portable.set_tweak(context, tweak);
}

static void wipe(void *context) { fifteen_hpc_portable.wipe(context); }

#define ENGINE(symbol, id, kind, KIND)                                                             \
    static int set_key_##symbol(void *context, const uint8_t *key, unsigned key_bits,              \
                                int directions) {                                                  \
        return symbol##_portable.set_key(context, key, key_bits, directions);                      \
    }                                                                                              \
    const fifteen_engine symbol##_avx2 = {                                                         \
        .cipher = id,                                                                              \
        .name = "avx2",                                                                            \
        .needs = "avx2",                                                                           \
        .block_bytes = KIND##_BITS / 8,                                                            \
        .key_bits = {0, 2048, 8},                                                                  \
        .tweak_bytes = 8 * SPICE,                                                                  \
        .batch = MANY,                                                                             \
        .pays_from = KIND##_PAYS,                                                                  \
        .context_bytes = sizeof(hpc_context),                                                      \
        .context_align = _Alignof(hpc_context),                                                    \
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
