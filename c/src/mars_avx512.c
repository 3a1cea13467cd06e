/* SPDX-License-Identifier: Apache-2.0
 * MARS with AVX-512, sixty-four blocks at once.
 *
 * A register holds one word of sixteen blocks for all that is done to words.
 * For the S-box, whose words are here as four tables of bytes, four registers of
 * words become four of bytes, each with one byte of all blocks: a look-up is
 * then a few shuffles, and what four of them find becomes words again.
 * Constant-time but for the key and for what remains, which is done with AVX2 or
 * by the portable engine, if it is too little to be filled up.
 */
#include "mars.h"

#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (lane_batches.h) ---- */

#define TARGET AVX512VBMI

#include "bytes512.h"
#include "mars_bytes_tables.h" /* written by tables.py */

#define THIS fifteen_mars_avx512
#define FEWER fifteen_mars_avx2

extern const fifteen_engine fifteen_mars_portable, fifteen_mars_round1_portable;

enum { SETS = 4 };
#define PAYS {20, 21, 37}

TARGET static ALWAYS_INLINE word rotl(word x, unsigned n) { return x << n | x >> (32 - n); }

/* By the last five bits of n. */
TARGET static ALWAYS_INLINE word rotl_by(word x, word n) {
    return (word)_mm512_rolv_epi32((__m512i)x, (__m512i)n);
}

/* Phases and rounds are functions, between which words are in memory: of all at once compilers
 * would keep more than there are registers for. */

/* ---- Mixing ---- */

/* S0 (`half` 0) or S1 of both x. Side by side, as they share the table's registers. */
TARGET static ALWAYS_INLINE void look_up_two(word y[2][SETS], unsigned half, byte x0, byte x1) {
    byte found[2][4];
    for (unsigned j = 0; j < 4; j++) {
        found[0][j] = look_up_256(S_BYTES[j] + 256 * half, x0);
        found[1][j] = look_up_256(S_BYTES[j] + 256 * half, x1);
    }
    bytes_to_words(y[0], found[0]);
    bytes_to_words(y[1], found[1]);
}

/* One word into the three others. */
TARGET static ALWAYS_INLINE void mix_words(word a[SETS], word b[SETS], word c[SETS], word d[SETS]) {
    byte x[4];
    word s[2][SETS];
    words_to_bytes(x, a);
    look_up_two(s, 0, x[0], x[2]);
    for (unsigned n = 0; n < SETS; n++) {
        b[n] ^= s[0][n];
        c[n] += s[1][n];
    }
    look_up_two(s, 1, x[1], x[3]);
    for (unsigned n = 0; n < SETS; n++) {
        b[n] += s[0][n];
        d[n] ^= s[1][n];
        a[n] = rotl(a[n], 8);
    }
}

TARGET static NEVER_INLINE void mix_forward(word x[4][SETS]) {
    for (unsigned i = 0; i < 2; i++) {
        mix_words(x[0], x[1], x[2], x[3]);
        for (unsigned n = 0; n < SETS; n++) x[0][n] += x[3][n];
        mix_words(x[1], x[2], x[3], x[0]);
        for (unsigned n = 0; n < SETS; n++) x[1][n] += x[2][n];
        mix_words(x[2], x[3], x[0], x[1]);
        mix_words(x[3], x[0], x[1], x[2]);
    }
}

TARGET static ALWAYS_INLINE void unmix_words(word a[SETS], word b[SETS], word c[SETS],
                                             word d[SETS]) {
    byte x[4];
    word s[2][SETS];
    words_to_bytes(x, a);
    look_up_two(s, 1, x[0], x[2]);
    for (unsigned n = 0; n < SETS; n++) {
        b[n] ^= s[0][n];
        d[n] -= s[1][n];
    }
    look_up_two(s, 0, x[1], x[3]);
    for (unsigned n = 0; n < SETS; n++) {
        d[n] ^= s[0][n];
        c[n] -= s[1][n];
        a[n] = rotl(a[n], 24);
    }
}

TARGET static NEVER_INLINE void mix_backward(word x[4][SETS]) {
    for (unsigned i = 0; i < 2; i++) {
        unmix_words(x[0], x[1], x[2], x[3]);
        unmix_words(x[1], x[2], x[3], x[0]);
        for (unsigned n = 0; n < SETS; n++) x[2][n] -= x[1][n];
        unmix_words(x[2], x[3], x[0], x[1]);
        for (unsigned n = 0; n < SETS; n++) x[3][n] -= x[0][n];
        unmix_words(x[3], x[0], x[1], x[2]);
    }
}

/* ---- Core ---- */

/* S of the low nine bits, where bit 8 chooses between the halves. */
TARGET static ALWAYS_INLINE void look_up(word y[SETS], const word x[SETS]) {
    byte bytes[4], found[4];
    words_to_bytes(bytes, x);
    const __mmask64 upper = _mm512_test_epi8_mask((__m512i)bytes[1], _mm512_set1_epi8(1));
    for (unsigned j = 0; j < 4; j++)
        found[j] = (byte)_mm512_mask_blend_epi8(upper, (__m512i)look_up_256(S_BYTES[j], bytes[0]),
                                                (__m512i)look_up_256(S_BYTES[j] + 256, bytes[0]));
    bytes_to_words(y, found);
}

/* The outputs of the function E of the specification. */
typedef struct {
    word l, m, r;
} expanded;

/* Of a key added, of what S has for that, and of a key multiplied. */
TARGET static ALWAYS_INLINE expanded e(word sum, word s, word product) {
    const word p = rotl(product, 5), r = rotl(p, 5);
    return (expanded){rotl_by(s ^ p ^ r, r), rotl_by(sum, p), r};
}

/* ---- Encryption ---- */

/* The words change their names instead of their places; b and d are exchanged in backward mode. */
TARGET static NEVER_INLINE void round_of(word a[SETS], word b[SETS], word c[SETS], word d[SETS],
                                         const uint32_t k[2]) {
    word sum[SETS], s[SETS];
    for (unsigned n = 0; n < SETS; n++) sum[n] = a[n] + k[0];
    look_up(s, sum);
    for (unsigned n = 0; n < SETS; n++) {
        a[n] = rotl(a[n], 13);
        const expanded x = e(sum[n], s[n], a[n] * k[1]);
        c[n] += x.m;
        b[n] += x.l;
        d[n] ^= x.r;
    }
}

TARGET static ALWAYS_INLINE void encrypt_words(const void *context, word sets[][4], unsigned n) {
    const uint32_t *k = ((const mars_context *)context)->k;
    word x[4][SETS];
    (void)n; /* as many as look_up wants */
    for (unsigned s = 0; s < SETS; s++) {
        for (unsigned i = 0; i < 4; i++) x[i][s] = sets[s][i] + k[i];
    }
    mix_forward(x);
    for (unsigned i = 0; i < 8; i++)
        round_of(x[i % 4], x[(i + 1) % 4], x[(i + 2) % 4], x[(i + 3) % 4], k + 4 + 2 * i);
    for (unsigned i = 8; i < 16; i++)
        round_of(x[i % 4], x[(i + 3) % 4], x[(i + 2) % 4], x[(i + 1) % 4], k + 4 + 2 * i);
    mix_backward(x);
    for (unsigned s = 0; s < SETS; s++) {
        for (unsigned i = 0; i < 4; i++) sets[s][i] = x[i][s] - k[36 + i];
    }
}

/* ---- Decryption ---- */

TARGET static NEVER_INLINE void inverse_round_of(word a[SETS], word b[SETS], word c[SETS],
                                                 word d[SETS], const uint32_t k[2]) {
    word sum[SETS], s[SETS];
    for (unsigned n = 0; n < SETS; n++) sum[n] = rotl(a[n], 19) + k[0];
    look_up(s, sum);
    for (unsigned n = 0; n < SETS; n++) {
        const expanded x = e(sum[n], s[n], a[n] * k[1]);
        c[n] -= x.m;
        b[n] -= x.l;
        d[n] ^= x.r;
        a[n] = rotl(a[n], 19);
    }
}

/* The words in reverse order, as in the portable engine. */
TARGET static ALWAYS_INLINE void decrypt_words(const void *context, word sets[][4], unsigned n) {
    const uint32_t *k = ((const mars_context *)context)->k;
    word x[4][SETS];
    (void)n;
    for (unsigned s = 0; s < SETS; s++) {
        for (unsigned i = 0; i < 4; i++) x[i][s] = sets[s][3 - i] + k[39 - i];
    }
    mix_forward(x);
    for (unsigned i = 0; i < 8; i++)
        inverse_round_of(x[i % 4], x[(i + 1) % 4], x[(i + 2) % 4], x[(i + 3) % 4], k + 34 - 2 * i);
    for (unsigned i = 8; i < 16; i++)
        inverse_round_of(x[i % 4], x[(i + 3) % 4], x[(i + 2) % 4], x[(i + 1) % 4], k + 34 - 2 * i);
    mix_backward(x);
    for (unsigned s = 0; s < SETS; s++) {
        for (unsigned i = 0; i < 4; i++) sets[s][3 - i] = x[i][s] - k[3 - i];
    }
}

/* ---- Blocks ---- */

#include "lane_batches.h"

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_mars_portable.set_key(context, key, key_bits, directions);
}

static int set_key_round1(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_mars_round1_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_mars_portable.wipe(context); }

const fifteen_engine fifteen_mars_avx512 = {
    .cipher = "mars",
    .name = "avx512",
    .needs = "avx512f avx512bw avx512vbmi avx2",
    .block_bytes = 16,
    .key_bits = {128, 448, 32},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(mars_context),
    .context_align = _Alignof(mars_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

const fifteen_engine fifteen_mars_round1_avx512 = {
    .cipher = "mars-round1",
    .name = "avx512",
    .needs = "avx512f avx512bw avx512vbmi avx2",
    .block_bytes = 16,
    .key_bits = {128, 1248, 32},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(mars_context),
    .context_align = _Alignof(mars_context),
    .set_key = set_key_round1,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
