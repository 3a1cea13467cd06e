/* SPDX-License-Identifier: Apache-2.0
 * E2, thirty-two blocks at once: what e2_vaes.c, e2_aesni.c and e2_avx2.c share.
 *
 * A register holds one byte of each of 32 blocks. So P is sixteen XORs, while
 * BRL, BP and the order of bytes cost nothing: they are other names. An S-box is
 * x^127 in the field of AES, then a sum modulo 2^8. x^127 is an inverse but for
 * what is linear: look-ups by shuffles of what two halves of a byte add
 * (tables.py has the algebra).
 * Constant-time, but for the few blocks that are left to the portable engine and
 * the set-up of a key, as there.
 *
 * Before it includes this, a file says how it comes by the inverse: power, what
 * TARGET that is compiled for, and whether it is BY_AES; and of the engine ENGINE
 * the NAME, what it NEEDS, and from how many blocks on it PAYS.
 */
#ifndef FIFTEEN_E2_BYTES_H
#define FIFTEEN_E2_BYTES_H

#include "bytes256.h"
#include "e2.h"

extern const fifteen_engine fifteen_e2_portable;

/* ---- Context ---- */

/* Each byte of a round key is there four times, as a word is fast to broadcast. The second keys
 * of the rounds are as power takes them, and bring its constant. */
typedef struct {
    uint32_t k[2 * ROUNDS][8];
} spread_keys;

typedef struct {
    e2_context portable;
    spread_keys encryption, decryption;
} wide_context;

/* ---- S-boxes ---- */

/* What power makes x^127 of. */
TARGET static ALWAYS_INLINE u8x32 to_inverse(u8x32 x) {
    return shuffle(load_table(TO_INVERSE[BY_AES][0]), low_nibbles(x)) ^
           shuffle(load_table(TO_INVERSE[BY_AES][1]), high_nibbles(x));
}

TARGET static ALWAYS_INLINE u8x32 s_of_power(u8x32 y) {
    return y + shuffle(load_table(S_LESS_POWER), low_nibbles(y));
}

/* to_inverse(s_of_power(y)), but for its constant, which P would make now odd, now even: the keys
 * have it. The low half of the sum is known sooner. */
TARGET static ALWAYS_INLINE u8x32 s_to_inverse(u8x32 y) {
    const u8x32 low = low_nibbles(y), s = y + shuffle(load_table(S_LESS_POWER), low);
    return shuffle(load_table(LOW_TO_INVERSE[BY_AES]), low) ^
           shuffle(load_table(TO_INVERSE[BY_AES][1]), high_nibbles(s));
}

/* ---- Key schedule ---- */

TARGET static void spread(spread_keys *spread, const e2_keys *keys) {
    const u8x32 fourfold = {7, 7, 7, 7, 6, 6, 6, 6, 5, 5, 5, 5, 4, 4, 4, 4,
                            3, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0, 0, 0};
    for (unsigned i = 0; i < 2 * ROUNDS; i++) {
        const u8x32 k = (u8x32)_mm256_set1_epi64x((long long)keys->k[i]);
        const u8x32 x = i % 2 == 0 ? k : to_inverse(k);
        _mm256_storeu_si256((__m256i *)(void *)spread->k[i], (__m256i)shuffle(x, fourfold));
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    wide_context *c = context;
    int error = fifteen_e2_portable.set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    if (directions & FIFTEEN_ENCRYPT) spread(&c->encryption, &c->portable.encryption);
    if (directions & FIFTEEN_DECRYPT) spread(&c->decryption, &c->portable.decryption);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

enum { BATCH = 32 };

/* Of 32 blocks' bytes, one that is the same for all. */
TARGET static ALWAYS_INLINE u8x32 with_key(u8x32 x, uint32_t k) { return (u8x32)((u32x8)x ^ k); }

/* P, of bytes in its own order. As elements of a ring in which x moves by one place, the quarters
 * of P's matrix are J + 1, J + x^3; J + x^2, 1 + x, and have these four factors. */
TARGET static ALWAYS_INLINE void p(u8x32 a[4], u8x32 b[4]) {
    for (unsigned i = 0; i < 4; i++) b[i] ^= a[i];
    for (unsigned i = 0; i < 4; i++) a[i] ^= b[(i + 2) % 4];
    for (unsigned i = 0; i < 4; i++) b[i] ^= a[(i + 3) % 4];
    for (unsigned i = 0; i < 4; i++) a[i] ^= b[i];
}

/* left ^= F(right). A half block stands in the portable engine's order, so that
 * place 5 i modulo 8 has byte i. */
TARGET static ALWAYS_INLINE void feistel_round(u8x32 left[8], const u8x32 right[8],
                                               const uint32_t k[2][8]) {
    u8x32 y[8];
    for (unsigned i = 0; i < 8; i++) {
        const unsigned place = 5 * i % 8;
        y[i] = s_to_inverse(power(to_inverse(with_key(right[place], k[0][place]))));
    }
    p(y, y + 4);
    for (unsigned i = 0; i < 8; i++) { /* in BRL's order */
        const unsigned place = 5 * i % 8;
        left[(place + 3) % 8] ^= s_of_power(power(with_key(y[i], k[1][place])));
    }
}

TARGET static ALWAYS_INLINE __m256i four_words(uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    return _mm256_broadcastsi128_si256(_mm_set_epi32((int)d, (int)c, (int)b, (int)a));
}

TARGET static ALWAYS_INLINE __m256i factors(const uint32_t f[4]) {
    return four_words(f[0], f[1], f[2], f[3]);
}

TARGET static ALWAYS_INLINE __m256i added(const uint64_t k[2]) {
    return four_words((uint32_t)(k[0] >> 32), (uint32_t)k[0], (uint32_t)(k[1] >> 32),
                      (uint32_t)k[1]);
}

TARGET static ALWAYS_INLINE __m256i swap_words(__m256i x) {
    const u8x32 swapped = {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12,
                           3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12};
    return (__m256i)shuffle((u8x32)x, swapped);
}

/* What AES's InvShiftRows does to the left half in a round, twice: it only changes the order of the
 * blocks in a register. What it did to a half is undone after four rounds' worth, so this once is
 * enough for all rounds. */
TARGET static ALWAYS_INLINE u8x32 in_order_of_left(u8x32 x) {
    const u8x32 moved = {0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7,
                         0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7};
    return BY_AES ? shuffle(x, moved) : x;
}

/* Where place i of the first half block comes from, before BP, and goes to after its inverse: in a
 * register as many bytes on, and the lowest byte of a word first. */
static inline unsigned first(unsigned i) { return (0xc6 >> i & 1) * 8 + (i ^ 3); }

TARGET static ALWAYS_INLINE void crypt_32(const e2_keys *keys, const spread_keys *round_keys,
                                          const uint8_t *in, uint8_t *out) {
    u8x32 block[16], left[8], right[8];
    for (unsigned i = 0; i < 16; i++) { /* IT */
        const __m256i x = swap_words((__m256i)load_u32x8(in + 32 * i)) ^ added(keys->added);
        block[i] = (u8x32)_mm256_mullo_epi32(x, factors(keys->factor));
    }
    transpose_16x16(block);
    for (unsigned i = 0; i < 8; i++) {
        left[i] = in_order_of_left(block[first(i)]);
        right[i] = block[first(i) ^ 8];
    }
    for (unsigned r = 0; r < 2 * ROUNDS; r += 4) {
        feistel_round(left, right, round_keys->k + r);
        feistel_round(right, left, round_keys->k + r + 2);
    }
    for (unsigned i = 0; i < 8; i++) {
        block[first(i)] = right[i];
        block[first(i) ^ 8] = in_order_of_left(left[i]);
    }
    transpose_16x16(block);
    for (unsigned i = 0; i < 16; i++) { /* FT */
        const __m256i x = _mm256_mullo_epi32((__m256i)block[i], factors(keys->factor + 4));
        store_u32x8(out + 32 * i, (u32x8)swap_words(x ^ added(keys->added + 2)));
    }
}

TARGET static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const wide_context *c = context;
    crypt_32(&c->portable.encryption, &c->encryption, in, out);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, encrypt_batch,
               fifteen_e2_portable.encrypt);
}

/* ---- Decryption ---- */

TARGET static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const wide_context *c = context;
    crypt_32(&c->portable.decryption, &c->decryption, in, out);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, decrypt_batch,
               fifteen_e2_portable.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine ENGINE = {
    .cipher = "e2",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(wide_context),
    .context_align = _Alignof(wide_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
