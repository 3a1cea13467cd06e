/* SPDX-License-Identifier: Apache-2.0
 * MARS, sixteen blocks at once.
 *
 * The mixing phases are look-ups and little else: they take the blocks two by
 * two in general registers, as the portable engine does. The core is arithmetic
 * with one look-up a round: a register holds one word of eight blocks, and two
 * sets of eight hide each other's latency. Processors look words up one by one
 * faster than they gather them. Not constant-time, like the portable engine.
 */
#include "mars.h"

#include "wide.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_mars_portable, fifteen_mars_round1_portable;

/* ---- Lanes ---- */

enum { SETS = 2, BATCH = 8 * SETS, PAYS = 12 };

/* The outputs of the function E of the specification. */
typedef struct {
    u32x8 l, m, r;
} expanded;

/* E of a, where t is a rotated by 13. A rotation by the low bits of a word that was itself just
 * rotated by 5 is one by the high bits that it had. */
AVX2 static ALWAYS_INLINE expanded e(u32x8 a, u32x8 t, const uint32_t k[2]) {
    const u32x8 m = a + k[0], product = t * k[1];
    const u32x8 turn_m = product >> 27, p = product << 5 | turn_m;
    const u32x8 turn_l = p >> 27, r = p << 5 | turn_l;
    return (expanded){rotl_each(look_up_words(S, m & 511) ^ (p ^ r), turn_l), rotl_each(m, turn_m),
                      r};
}

/* ---- Mixing ---- */

/* Blocks side by side. */
enum { MIXED = 2 };

/* Not inlined, as gcc would make vectors of it, with more work to fill them than they save. */
NEVER_INLINE static void mix_forward(uint32_t x[MIXED][4]) {
    uint32_t y[MIXED][4];
    memcpy(y, x, sizeof y);
    forward_mixing(y, MIXED);
    memcpy(x, y, sizeof y);
}

NEVER_INLINE static void mix_backward(uint32_t x[MIXED][4]) {
    uint32_t y[MIXED][4];
    memcpy(y, x, sizeof y);
    backward_mixing(y, MIXED);
    memcpy(x, y, sizeof y);
}

/* ---- Encryption ---- */

/* A round of the core. The words change their names instead of their places. */
AVX2 static ALWAYS_INLINE void round_of(u32x8 *a, u32x8 *b, u32x8 *c, u32x8 *d, const uint32_t k[2],
                                        int forward) {
    const u32x8 t = *a << 13 | *a >> 19;
    const expanded x = e(*a, t, k);
    *c += x.m;
    *(forward ? b : d) += x.l;
    *(forward ? d : b) ^= x.r;
    *a = t;
}

AVX2 static ALWAYS_INLINE void four_rounds(u32x8 x[SETS][4], const uint32_t k[8], int forward) {
    for (unsigned s = 0; s < SETS; s++)
        round_of(&x[s][0], &x[s][1], &x[s][2], &x[s][3], k, forward);
    for (unsigned s = 0; s < SETS; s++)
        round_of(&x[s][1], &x[s][2], &x[s][3], &x[s][0], k + 2, forward);
    for (unsigned s = 0; s < SETS; s++)
        round_of(&x[s][2], &x[s][3], &x[s][0], &x[s][1], k + 4, forward);
    for (unsigned s = 0; s < SETS; s++)
        round_of(&x[s][3], &x[s][0], &x[s][1], &x[s][2], k + 6, forward);
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const uint32_t *k = ((const mars_context *)context)->k;
    uint32_t blocks[BATCH][4];
    for (unsigned n = 0; n < BATCH; n++) {
        for (unsigned i = 0; i < 4; i++) blocks[n][i] = load32_le(in + 16 * n + 4 * i) + k[i];
    }
    for (unsigned n = 0; n < BATCH; n += MIXED) mix_forward(blocks + n);

    u32x8 x[SETS][4];
    for (unsigned s = 0; s < SETS; s++) load_blocks(x[s], (const uint8_t *)blocks[8 * s]);
    for (unsigned i = 4; i < 20; i += 8) four_rounds(x, k + i, 1);
    for (unsigned i = 20; i < 36; i += 8) four_rounds(x, k + i, 0);
    for (unsigned s = 0; s < SETS; s++) store_blocks((uint8_t *)blocks[8 * s], x[s]);

    for (unsigned n = 0; n < BATCH; n += MIXED) mix_backward(blocks + n);
    for (unsigned n = 0; n < BATCH; n++) {
        for (unsigned i = 0; i < 4; i++) store32_le(out + 16 * n + 4 * i, blocks[n][i] - k[36 + i]);
    }
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, encrypt_batch,
               fifteen_mars_portable.encrypt);
}

/* ---- Decryption ---- */

AVX2 static ALWAYS_INLINE void inverse_round_of(u32x8 *a, u32x8 *b, u32x8 *c, u32x8 *d,
                                                const uint32_t k[2], int forward) {
    const u32x8 t = *a;
    *a = t >> 13 | t << 19;
    const expanded x = e(*a, t, k);
    *c -= x.m;
    *(forward ? b : d) -= x.l;
    *(forward ? d : b) ^= x.r;
}

AVX2 static ALWAYS_INLINE void four_inverse_rounds(u32x8 x[SETS][4], const uint32_t k[8],
                                                   int forward) {
    for (unsigned s = 0; s < SETS; s++)
        inverse_round_of(&x[s][0], &x[s][1], &x[s][2], &x[s][3], k + 6, forward);
    for (unsigned s = 0; s < SETS; s++)
        inverse_round_of(&x[s][1], &x[s][2], &x[s][3], &x[s][0], k + 4, forward);
    for (unsigned s = 0; s < SETS; s++)
        inverse_round_of(&x[s][2], &x[s][3], &x[s][0], &x[s][1], k + 2, forward);
    for (unsigned s = 0; s < SETS; s++)
        inverse_round_of(&x[s][3], &x[s][0], &x[s][1], &x[s][2], k, forward);
}

/* The words in reverse order, as in the portable engine. */
AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const uint32_t *k = ((const mars_context *)context)->k;
    uint32_t blocks[BATCH][4];
    for (unsigned n = 0; n < BATCH; n++) {
        for (unsigned i = 0; i < 4; i++)
            blocks[n][i] = load32_le(in + 16 * n + 12 - 4 * i) + k[39 - i];
    }
    for (unsigned n = 0; n < BATCH; n += MIXED) mix_forward(blocks + n);

    u32x8 x[SETS][4];
    for (unsigned s = 0; s < SETS; s++) load_blocks(x[s], (const uint8_t *)blocks[8 * s]);
    for (unsigned i = 36; i > 20; i -= 8) four_inverse_rounds(x, k + i - 8, 1);
    for (unsigned i = 20; i > 4; i -= 8) four_inverse_rounds(x, k + i - 8, 0);
    for (unsigned s = 0; s < SETS; s++) store_blocks((uint8_t *)blocks[8 * s], x[s]);

    for (unsigned n = 0; n < BATCH; n += MIXED) mix_backward(blocks + n);
    for (unsigned n = 0; n < BATCH; n++) {
        for (unsigned i = 0; i < 4; i++)
            store32_le(out + 16 * n + 12 - 4 * i, blocks[n][i] - k[3 - i]);
    }
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, PAYS, decrypt_batch,
               fifteen_mars_portable.decrypt);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_mars_portable.set_key(context, key, key_bits, directions);
}

static int set_key_round1(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_mars_round1_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_mars_portable.wipe(context); }

const fifteen_engine fifteen_mars_avx2 = {
    .cipher = "mars",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {128, 448, 32},
    .batch = BATCH,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(mars_context),
    .context_align = _Alignof(mars_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

const fifteen_engine fifteen_mars_round1_avx2 = {
    .cipher = "mars-round1",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {128, 1248, 32},
    .batch = BATCH,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(mars_context),
    .context_align = _Alignof(mars_context),
    .set_key = set_key_round1,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
