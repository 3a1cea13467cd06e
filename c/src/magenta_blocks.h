/* SPDX-License-Identifier: Apache-2.0
 * MAGENTA, some blocks at once: what magenta_avx2.c and magenta_avx512.c share.
 *
 * A register holds a block in each 16 bytes, as Pi does the same to all bytes of
 * a block.
 * Constant-time, but for the few blocks that are left to the portable engine.
 *
 * Before it includes this, a file chooses registers (vec256.h or vec512.h), SETS
 * of which hide the latency of each other's f, and says how it comes by that; and
 * of the engine THIS the NAME, what it NEEDS, and from how many blocks on it PAYS,
 * by processor, where before FEWER does.
 */
#ifndef FIFTEEN_MAGENTA_BLOCKS_H
#define FIFTEEN_MAGENTA_BLOCKS_H

#include "magenta.h"

extern const fifteen_engine fifteen_magenta_portable, FEWER;

/* ---- Context ---- */

typedef struct {
    magenta_context narrow;
    uint64_t k[KEY_MAX / 64]; /* the key, eight bytes a word, as they stand in memory */
} wide_context;

/* ---- Key schedule ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    wide_context *c = context;
    const int error = fifteen_magenta_portable.set_key(&c->narrow, key, key_bits, directions);
    if (error == FIFTEEN_OK) memcpy(c->k, key, key_bits / 8);
    return error;
}

/* ---- Encryption ---- */

enum { BATCH = LANES * SETS };

/* Byte i of the first half, then byte i of the second. */
TARGET static ALWAYS_INLINE vec interlace_halves(vec x) {
    return bytes_from(x, each_lane((u64x2){0x0b030a0209010800, 0x0f070e060d050c04}));
}

/* Pi, the bytes that PE makes of the first eight before the others: A(x, y) = f(x ^ f(y)). */
TARGET static ALWAYS_INLINE void pi_apart(vec z[SETS]) {
    vec y[SETS];
    for (unsigned s = 0; s < SETS; s++) y[s] = f(z[s]);
    for (unsigned s = 0; s < SETS; s++) y[s] = z[s] ^ exchange_words(y[s]);
    for (unsigned s = 0; s < SETS; s++) z[s] = f(y[s]);
}

/* C(3), under S, of x: T is four times Pi, and S brings the bytes apart. */
TARGET static ALWAYS_INLINE void c3(vec z[SETS], const vec x[SETS]) {
    for (unsigned s = 0; s < SETS; s++) z[s] = (vec){0};
    for (unsigned j = 0; j < 3; j++) {
        for (unsigned s = 0; s < SETS; s++) z[s] ^= x[s];
        for (unsigned i = 0; i < 3; i++) {
            pi_apart(z);
            for (unsigned s = 0; s < SETS; s++) z[s] = interlace_halves(z[s]);
        }
        pi_apart(z);
    }
}

/* A round: the first half changes, and becomes the second. */
TARGET static ALWAYS_INLINE void round_of(vec x[SETS], uint64_t k) {
    const vec key = (vec){0} + k, zero = {0};
    vec xk[SETS], z[SETS];
    for (unsigned s = 0; s < SETS; s++) xk[s] = upper_words(x[s], key);
    c3(z, xk);
    for (unsigned s = 0; s < SETS; s++) x[s] = exchange_words(x[s] ^ lower_words(z[s], zero));
}

TARGET static ALWAYS_INLINE void crypt_sets(const wide_context *c, const uint8_t *in, uint8_t *out,
                                            int decrypting) {
    vec x[SETS];
    for (unsigned s = 0; s < SETS; s++) {
        x[s] = load(in + sizeof(vec) * s);
        if (decrypting) x[s] = exchange_words(x[s]);
    }
    for (unsigned r = 0; r < 2 * PAIRS[c->narrow.size]; r++)
        round_of(x, c->k[ORDER[c->narrow.size][r]]);
    for (unsigned s = 0; s < SETS; s++) {
        if (decrypting) x[s] = exchange_words(x[s]);
        store(out + sizeof(vec) * s, x[s]);
    }
}

TARGET static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(context, in, out, 0);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, encrypt_batch,
                            FEWER.encrypt);
}

/* ---- Decryption ---- */

/* The rounds' keys read the same backwards. */
TARGET static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(context, in, out, 1);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, decrypt_batch,
                            FEWER.decrypt);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine THIS = {
    .cipher = "magenta",
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
