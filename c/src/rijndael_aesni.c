/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with AES-NI: a register is a block, and an instruction a round of it.
 * Constant-time, the key schedule too.
 */
#include "x86.h"

#if FIFTEEN_X86
#include <immintrin.h>

#include "bytes.h"

/* ---- Registers (rijndael_aesni.h) ---- */

#define TARGET WITH("aes,ssse3")

#define THIS fifteen_rijndael_aesni
#define NAME "aesni"
#define NEEDS "aes ssse3"

#define PAYS {1, 1, 1}

typedef uint32_t u32x4 __attribute__((vector_size(16)));
typedef uint64_t u64x2 __attribute__((vector_size(16)));
typedef u64x2 vec;

enum { LANES = 1 };

#define FIRST ((vec){0})
#define TOP_BYTES ((vec){0x0f0e0f0e0f0e0f0e, 0x0f0e0f0e0f0e0f0e})
#define POWERS ((vec){0x0008000400020001, 0x0080004000200010})

TARGET static ALWAYS_INLINE vec load(const uint8_t *p) {
    return (vec)_mm_loadu_si128((const __m128i *)(const void *)p);
}

TARGET static ALWAYS_INLINE void store(uint8_t *p, vec x) {
    _mm_storeu_si128((__m128i *)(void *)p, (__m128i)x);
}

TARGET static ALWAYS_INLINE vec bytes_from(vec x, vec sources) {
    return (vec)_mm_shuffle_epi8((__m128i)x, (__m128i)sources);
}

TARGET static ALWAYS_INLINE vec full_round(vec x, vec k, int inverse) {
    return (vec)(inverse ? _mm_aesdec_si128((__m128i)x, (__m128i)k)
                         : _mm_aesenc_si128((__m128i)x, (__m128i)k));
}

TARGET static ALWAYS_INLINE vec last_round(vec x, vec k, int inverse) {
    return (vec)(inverse ? _mm_aesdeclast_si128((__m128i)x, (__m128i)k)
                         : _mm_aesenclast_si128((__m128i)x, (__m128i)k));
}

TARGET static ALWAYS_INLINE vec byte_up(vec x) { return (vec)_mm_slli_si128((__m128i)x, 1); }

/* A tweak of XTS, its first byte the least, times x in GF(2^128). */
TARGET static ALWAYS_INLINE vec twice(vec tweak) {
    const __m128i tops = _mm_srai_epi32(_mm_shuffle_epi32((__m128i)tweak, 0x13), 31);
    return tweak << 1 ^ ((vec)tops & (vec){0x87, 1});
}

/* With one block in a register there is nothing to these. */
TARGET static ALWAYS_INLINE vec each_lane(vec x) { return x; }
TARGET static ALWAYS_INLINE vec load_block(const uint8_t *p) { return load(p); }
TARGET static ALWAYS_INLINE void store_block(uint8_t *p, vec x) { store(p, x); }
TARGET static ALWAYS_INLINE vec ascending(vec x) { return x; }

TARGET static ALWAYS_INLINE vec load_some(const uint8_t *p, unsigned n) {
    (void)n;
    return load(p);
}

TARGET static ALWAYS_INLINE void store_some(uint8_t *p, vec x, unsigned n) {
    (void)n;
    store(p, x);
}

TARGET static ALWAYS_INLINE vec block_of(vec x, unsigned n) {
    (void)n;
    return x;
}

TARGET static ALWAYS_INLINE vec behind(vec chain, vec now) {
    (void)now;
    return chain;
}

#include "rijndael_aesni.h"

/* ---- Key schedule ---- */

/* The sums of the words up to each place. */
TARGET static ALWAYS_INLINE vec sums(vec x) {
    x ^= (vec)_mm_slli_si128((__m128i)x, 4);
    return x ^ (vec)_mm_slli_si128((__m128i)x, 8);
}

/* SubWord of a word that stands in all columns, where ShiftRows does nothing. */
TARGET static ALWAYS_INLINE vec sub_word(vec x, vec added) { return last_round(x, added, 0); }

/* FIPS 197, 5.2, Nk words at once, four to eight: `low` is the first four of them, `high` the
 * others. A word is the sum of the one before it and the one Nk before it, so that each is the sum
 * of those Nk before it up to its place, and of what comes out of the last one. */
TARGET static ALWAYS_INLINE void expand_key(uint8_t *w, unsigned words, const uint8_t *key,
                                            unsigned key_words) {
    static const uint8_t moved[32] = {0,    1,    2,    3,    4,    5,    6,    7,
                                      8,    9,    10,   11,   12,   13,   14,   15,
                                      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                      0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    const vec last_rotated = (vec)((u32x4){0x00030201, 0x00030201, 0x00030201, 0x00030201} +
                                   0x04040404 * ((key_words - 1) % 4));
    const vec third = {0x0f0e0d0c0f0e0d0c, 0x0f0e0d0c0f0e0d0c};
    vec low = load(key),
        high = bytes_from(load(key + 4 * key_words - 16), load(moved + 32 - 4 * key_words));
    uint32_t round_constant = 1;
    for (unsigned i = 0;; i += key_words) {
        store(w + 4 * i, low);
        if (key_words > 4 && i + 4 < words) store(w + 4 * i + 16, high);
        if (i + key_words >= words) return;
        const vec last = bytes_from(key_words > 4 ? high : low, last_rotated);
        low = sums(low) ^ sub_word(last, (vec)((u32x4){0} + round_constant));
        if (key_words > 4) {
            const vec before = bytes_from(low, third);
            high = sums(high) ^ (key_words > 6 ? sub_word(before, (vec){0}) : before);
        }
        round_constant = round_constant << 1 ^ (round_constant >> 7) * 0x11b;
    }
}

TARGET int fifteen_aesni_set_key(void *context, const uint8_t *key, unsigned key_bits,
                                 int directions) {
    aesni_context *c = context;
    int error = check_key(key_bits, 128, 256, 32, directions);
    if (error != FIFTEEN_OK) return error;
    const unsigned key_words = key_bits / 32, words = 4 * (key_words + 7);
    uint8_t *w = (uint8_t *)c->ek;
    c->rounds = key_words + 6;
    switch (key_words) { /* each is compiled by itself */
    case 4: expand_key(w, words, key, 4); break;
    case 5: expand_key(w, words, key, 5); break;
    case 6: expand_key(w, words, key, 6); break;
    case 7: expand_key(w, words, key, 7); break;
    default: expand_key(w, words, key, 8); break;
    }
    if (directions & FIFTEEN_DECRYPT) {
        c->dk[0] = c->ek[c->rounds];
        for (unsigned i = 1; i < c->rounds; i++)
            c->dk[i] = (vec)_mm_aesimc_si128((__m128i)c->ek[c->rounds - i]);
        c->dk[c->rounds] = c->ek[0];
    }
    return FIFTEEN_OK;
}

void fifteen_aesni_wipe(void *context) { wipe_bytes(context, sizeof(aesni_context)); }

/* ---- CBC encryption ---- */

/* Each block waits for the one before. What is waited for is the sum of that and of all that the
 * first round would add to it, and comes as such out of the last round. */
TARGET void fifteen_aesni_cbc_encrypt(const void *context, uint8_t *chain, const uint8_t *in,
                                      uint8_t *out, size_t blocks) {
    const run r = begin(context, 0, (vec){0});
    if (blocks == 0) return;
    vec x = load(chain) ^ load(in) ^ first_key(&r);
    for (;; in += 16, out += 16) {
        inner_rounds(&r, &x, 1);
        const vec done = last_round(x, last_key(&r), 0);
        if (--blocks == 0) {
            store(out, done);
            store(chain, done);
            return;
        }
        x = last_round(x, last_key(&r) ^ first_key(&r) ^ load(in + 16), 0);
        store(out, done);
    }
}

#endif
