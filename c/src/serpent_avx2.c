/* SPDX-License-Identifier: Apache-2.0
 * Serpent, sixteen blocks at once.
 *
 * A register holds one word of eight blocks, so that a round is the portable
 * one's with vectors for words. Two sets of eight hide each other's latency.
 * What remains is filled up to one set or two. Constant-time, like the portable
 * engine.
 */
#include "serpent.h"

#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2
typedef u32x8 word;

#include "serpent_rounds.h"

extern const fifteen_engine fifteen_serpent_portable;

enum { SET = 8, SET_BYTES = 16 * SET, BATCH = 2 * SET, PAYS = 3 };

/* ---- Encryption ---- */

AVX2 static ALWAYS_INLINE void encrypt_lanes(const serpent_context *c, const uint8_t *in,
                                             uint8_t *out, unsigned sets) {
    u32x8 x[2][4];
    for (unsigned s = 0; s < sets; s++) load_blocks(x[s], in + SET_BYTES * s);
    encrypt_sets(x, sets, c->k);
    for (unsigned s = 0; s < sets; s++) store_blocks(out + SET_BYTES * s, x[s]);
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_lanes(context, in, out, 2);
}

AVX2 static void encrypt_set(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_lanes(context, in, out, 1);
}

static void encrypt_rest(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SET, PAYS, encrypt_set,
               fifteen_serpent_portable.encrypt);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, SET + 1, encrypt_batch, encrypt_rest);
}

/* ---- Decryption ---- */

AVX2 static ALWAYS_INLINE void decrypt_lanes(const serpent_context *c, const uint8_t *in,
                                             uint8_t *out, unsigned sets) {
    u32x8 x[2][4];
    for (unsigned s = 0; s < sets; s++) load_blocks(x[s], in + SET_BYTES * s);
    decrypt_sets(x, sets, c->k);
    for (unsigned s = 0; s < sets; s++) store_blocks(out + SET_BYTES * s, x[s]);
}

AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_lanes(context, in, out, 2);
}

AVX2 static void decrypt_set(const void *context, const uint8_t *in, uint8_t *out) {
    decrypt_lanes(context, in, out, 1);
}

static void decrypt_rest(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, SET, PAYS, decrypt_set,
               fifteen_serpent_portable.decrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, 16, BATCH, SET + 1, decrypt_batch, decrypt_rest);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_serpent_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_serpent_portable.wipe(context); }

const fifteen_engine fifteen_serpent_avx2 = {
    .cipher = "serpent",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {0, 256, 8},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(serpent_context),
    .context_align = _Alignof(serpent_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
