/* SPDX-License-Identifier: Apache-2.0
 * CAST-256 with AVX-512, sixty-four blocks at once.
 *
 * A register holds one word of sixteen blocks for all that is done to words.
 * For the S-boxes, whose words are here as four tables of bytes each, four
 * registers of words become four of bytes, each with one byte of all blocks: a
 * look-up is then a few shuffles, and what four of them find becomes words again.
 * Constant-time but for the key and for what remains, which the portable engine
 * does, if it is too little to be filled up.
 */
#include "cast256.h"

#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (lane_batches.h) ---- */

#define TARGET AVX512VBMI

#include "bytes512.h"
#include "cast256_bytes_tables.h" /* written by tables.py */

#define THIS fifteen_cast256_avx512
#define FEWER fifteen_cast256_portable

enum { SETS = 4 };
#define PAYS {20, 23, 38}

/* ---- Round functions ---- */

/* S1 to S4 of the bytes of i, turned left by kr: of the highest first. */
TARGET static ALWAYS_INLINE void look_up(word s[4][SETS], word i[SETS], uint32_t kr) {
    byte bytes[4], found[4];
    for (unsigned n = 0; n < SETS; n++)
        i[n] = (word)_mm512_rolv_epi32((__m512i)i[n], _mm512_set1_epi32((int)kr));
    words_to_bytes(bytes, i);
    for (unsigned box = 0; box < 4; box++) {
        for (unsigned j = 0; j < 4; j++) found[j] = look_up_256(S_BYTES[box][j], bytes[3 - box]);
        bytes_to_words(s[box], found);
    }
}

/* x and round function 1 of d. A function, between which and others words are in memory: of all
 * rounds at once compilers would keep more than there are registers for. */
TARGET static NEVER_INLINE void f1(word x[SETS], const word d[SETS], const uint32_t k[2]) {
    word i[SETS], s[4][SETS];
    for (unsigned n = 0; n < SETS; n++) i[n] = k[1] + d[n];
    look_up(s, i, k[0]);
    for (unsigned n = 0; n < SETS; n++) x[n] ^= (s[0][n] ^ s[1][n]) - s[2][n] + s[3][n];
}

TARGET static NEVER_INLINE void f2(word x[SETS], const word d[SETS], const uint32_t k[2]) {
    word i[SETS], s[4][SETS];
    for (unsigned n = 0; n < SETS; n++) i[n] = k[1] ^ d[n];
    look_up(s, i, k[0]);
    for (unsigned n = 0; n < SETS; n++) x[n] ^= (s[0][n] - s[1][n] + s[2][n]) ^ s[3][n];
}

TARGET static NEVER_INLINE void f3(word x[SETS], const word d[SETS], const uint32_t k[2]) {
    word i[SETS], s[4][SETS];
    for (unsigned n = 0; n < SETS; n++) i[n] = k[1] - d[n];
    look_up(s, i, k[0]);
    for (unsigned n = 0; n < SETS; n++) x[n] ^= ((s[0][n] + s[1][n]) ^ s[2][n]) - s[3][n];
}

/* ---- Encryption ---- */

/* Q of the specification: a forward quad-round. */
TARGET static void forward(word x[4][SETS], const uint32_t k[8]) {
    f1(x[2], x[3], k);
    f2(x[1], x[2], k + 2);
    f3(x[0], x[1], k + 4);
    f1(x[3], x[0], k + 6);
}

/* QBAR: a reverse quad-round. */
TARGET static void reverse(word x[4][SETS], const uint32_t k[8]) {
    f1(x[3], x[0], k + 6);
    f3(x[0], x[1], k + 4);
    f2(x[1], x[2], k + 2);
    f1(x[2], x[3], k);
}

TARGET static ALWAYS_INLINE void crypt(const cast256_context *c, int decrypting, word sets[][4]) {
    word x[4][SETS];
    for (unsigned n = 0; n < SETS; n++) {
        for (unsigned i = 0; i < 4; i++) x[i][n] = swapped(sets[n][i]);
    }
    for (unsigned i = 0; i < ROUNDS; i += 4) {
        const unsigned at = decrypting ? ROUNDS - 4 - i : i;
        (i < ROUNDS / 2 ? forward : reverse)(x, c->k + 2 * at);
    }
    for (unsigned n = 0; n < SETS; n++) {
        for (unsigned i = 0; i < 4; i++) sets[n][i] = swapped(x[i][n]);
    }
}

TARGET static void encrypt_words(const void *context, word sets[][4], unsigned n) {
    (void)n; /* as many as the look-ups want */
    crypt(context, 0, sets);
}

/* ---- Decryption ---- */

TARGET static void decrypt_words(const void *context, word sets[][4], unsigned n) {
    (void)n;
    crypt(context, 1, sets);
}

/* ---- Blocks ---- */

#include "lane_batches.h"

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_cast256_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_cast256_portable.wipe(context); }

const fifteen_engine fifteen_cast256_avx512 = {
    .cipher = "cast256",
    .name = "avx512",
    .needs = "avx512f avx512bw avx512vbmi avx2",
    .block_bytes = 16,
    .key_bits = {128, 256, 32},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(cast256_context),
    .context_align = _Alignof(cast256_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
