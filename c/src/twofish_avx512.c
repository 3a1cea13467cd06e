/* SPDX-License-Identifier: Apache-2.0
 * Twofish with AVX-512, sixty-four blocks at once.
 *
 * A register holds one word of sixteen blocks, as in Serpent's, for all that is
 * done to words. For g, four registers of words become four of bytes, each with
 * one byte of all blocks: an S-box is then a few shuffles of its table's four
 * registers, and a product in the MDS matrix an instruction, as each is linear.
 * Constant-time but for the key and for what remains, which is done with AVX2 or
 * by the portable engine, if it is too little to be filled up.
 */
#include "twofish.h"

#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (lane_batches.h) ---- */

#define TARGET WIDE("avx512f,avx512bw,avx512vbmi,gfni")

#include "bytes512.h"

#define THIS fifteen_twofish_avx512
#define FEWER fifteen_twofish_avx2

extern const fifteen_engine fifteen_twofish_portable;

enum { SETS = 4 };
#define PAYS {14, 17, 19}

typedef struct {
    twofish_context portable;
    uint8_t s[4][256]; /* the key-dependent S-boxes, without the matrix */
} context_512;

/* ---- The function g ---- */

/* Products with two bytes, in GF(2^8) modulo x^8 + x^6 + x^5 + x^3 + 1 (4.2), as matrices: a byte
 * for each bit of the product, the highest byte for the lowest bit, has the bits of which it is
 * the sum. */
static const uint64_t BY_5B = 0x050b162953a24182, BY_EF = 0x070f1f3972e3c183;

TARGET static ALWAYS_INLINE byte times(uint64_t matrix, byte x) {
    const __m512i rows = _mm512_set1_epi64((long long)matrix);
    return (byte)_mm512_gf2p8affine_epi64_epi8((__m512i)x, rows, 0);
}

/* g of x, or of x rotated left by 8 bits: by 8 `turn` bits. */
TARGET static ALWAYS_INLINE void g(const context_512 *c, unsigned turn, const word x[SETS],
                                   word y[SETS]) {
    byte w[4], s[4], by_5b[4], by_ef[4];
    words_to_bytes(w, x);
    for (unsigned i = 0; i < 4; i++) {
        s[i] = look_up_256(c->s[i], w[(i - turn) % 4]);
        by_5b[i] = times(BY_5B, s[i]);
        by_ef[i] = times(BY_EF, s[i]);
    }
    w[0] = s[0] ^ by_ef[1] ^ by_5b[2] ^ by_5b[3];
    w[1] = by_5b[0] ^ by_ef[1] ^ by_ef[2] ^ s[3];
    w[2] = by_ef[0] ^ by_5b[1] ^ s[2] ^ by_ef[3];
    w[3] = by_ef[0] ^ s[1] ^ by_ef[2] ^ by_5b[3];
    bytes_to_words(y, w);
}

/* ---- Encryption ---- */

/* Word i of all sets is in x[i]. */
TARGET static ALWAYS_INLINE void take(word x[4][SETS], word sets[SETS][4], const uint32_t *k) {
    for (unsigned n = 0; n < SETS; n++) {
        for (unsigned i = 0; i < 4; i++) x[i][n] = sets[n][i] ^ k[i];
    }
}

/* The exchange of halves after the last round is undone. */
TARGET static ALWAYS_INLINE void give(word sets[SETS][4], word x[4][SETS], const uint32_t *k) {
    for (unsigned n = 0; n < SETS; n++) {
        for (unsigned i = 0; i < 4; i++) sets[n][i] = x[i ^ 2][n] ^ k[i];
    }
}

TARGET static ALWAYS_INLINE void encrypt_round(const context_512 *c, const uint32_t *k,
                                               word from[2][SETS], word to[2][SETS]) {
    word t0[SETS], t1[SETS];
    g(c, 0, from[0], t0);
    g(c, 1, from[1], t1);
    for (unsigned n = 0; n < SETS; n++) {
        const word x = to[0][n] ^ (t0[n] + t1[n] + k[0]);
        to[0][n] = x >> 1 | x << 31;
        to[1][n] = (to[1][n] << 1 | to[1][n] >> 31) ^ (t0[n] + 2 * t1[n] + k[1]);
    }
}

TARGET static ALWAYS_INLINE void encrypt_words(const void *context, word sets[][4], unsigned n) {
    const context_512 *c = context;
    const uint32_t *k = c->portable.k + 8;
    word x[4][SETS];
    (void)n; /* as many as g wants */
    take(x, sets, c->portable.k);
    for (unsigned r = 0; r < ROUNDS; r += 2, k += 4) {
        encrypt_round(c, k, x, x + 2);
        encrypt_round(c, k + 2, x + 2, x);
    }
    give(sets, x, c->portable.k + 4);
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void decrypt_round(const context_512 *c, const uint32_t *k,
                                               word from[2][SETS], word to[2][SETS]) {
    word t0[SETS], t1[SETS];
    g(c, 0, from[0], t0);
    g(c, 1, from[1], t1);
    for (unsigned n = 0; n < SETS; n++) {
        const word x = to[1][n] ^ (t0[n] + 2 * t1[n] + k[1]);
        to[0][n] = (to[0][n] << 1 | to[0][n] >> 31) ^ (t0[n] + t1[n] + k[0]);
        to[1][n] = x >> 1 | x << 31;
    }
}

TARGET static ALWAYS_INLINE void decrypt_words(const void *context, word sets[][4], unsigned n) {
    const context_512 *c = context;
    const uint32_t *k = c->portable.k + 8 + 2 * (ROUNDS - 2);
    word x[4][SETS];
    (void)n;
    take(x, sets, c->portable.k + 4);
    for (unsigned r = 0; r < ROUNDS; r += 2, k -= 4) {
        decrypt_round(c, k + 2, x, x + 2);
        decrypt_round(c, k, x + 2, x);
    }
    give(sets, x, c->portable.k);
}

/* ---- Blocks ---- */

#include "lane_batches.h"

/* ---- Engine ---- */

/* Column j of the matrix has a 1 in row -j, which leaves the S-box as it was. TARGET makes vectors
 * of the loop; which stands here, as gcc 12 took it for one without effect at -O1 and -Os, and left
 * it out, where it was a function of its own. */
TARGET static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    context_512 *c = context;
    const int error = fifteen_twofish_portable.set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    for (unsigned j = 0; j < 4; j++) {
        for (unsigned x = 0; x < 256; x++)
            c->s[j][x] = (uint8_t)(c->portable.s[j][x] >> 8 * (-j % 4));
    }
    return FIFTEEN_OK;
}

static void wipe(void *context) { wipe_bytes(context, sizeof(context_512)); }

const fifteen_engine fifteen_twofish_avx512 = {
    .cipher = "twofish",
    .name = "avx512",
    .needs = "avx512f avx512bw avx512vbmi gfni avx2",
    .block_bytes = 16,
    .key_bits = {0, 256, 8},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(context_512),
    .context_align = _Alignof(context_512),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
