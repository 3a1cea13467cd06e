/* SPDX-License-Identifier: Apache-2.0
 * FROG, 32 blocks at once.
 *
 * A register holds one byte of 32 blocks, so that a step is that of the
 * specification with vectors for bytes. SubstPermu is looked up by shuffles of
 * its sixteen rows: all of it is read whatever the index. Constant-time, but
 * for key set-up, the places that BombPermu names (the key's, not the data's),
 * and the up to seventeen blocks, to decrypt eight, left to the portable engine.
 */
#include "frog.h"

#include "wide.h"

#if FIFTEEN_X86

extern const fifteen_engine fifteen_frog_portable;

enum { BATCH = 32, ENCRYPTION_PAYS = 18, DECRYPTION_PAYS = 9 };

/* ---- Encryption ---- */

/* A look-up waits for the one before it: two sets of blocks hide each other's latency. */
enum { SETS = 2 };

/* A byte stays without what the one before it adds, y, until it's at work: BombPermu points neither
 * at the byte at work nor at the next. */
AVX2 static ALWAYS_INLINE void encrypt_sets(const frog_context *c, const uint8_t *in, uint8_t *out,
                                            unsigned sets) {
    u8x32 x[SETS][BLOCK], y[SETS] = {{0}};
    for (unsigned s = 0; s < sets; s++) load_bytes(x[s], in + BLOCK * BATCH * s);
    for (unsigned r = 0; r < ROUNDS; r++) {
        for (unsigned j = 0; j < BLOCK; j++) {
            for (unsigned s = 0; s < sets; s++) {
                const u8x32 index = y[s] ^ x[s][j] ^ (uint8_t)c->xor_bu[r][j];
                y[s] = look_up_256(c->subst_permu[r], index);
                x[s][j] = y[s];
                x[s][c->bomb_permu[r][j]] ^= y[s];
            }
        }
    }
    for (unsigned s = 0; s < sets; s++) {
        x[s][0] ^= y[s];
        store_bytes(out + BLOCK * BATCH * s, x[s]);
    }
}

AVX2 static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(context, in, out, 1);
}

AVX2 static void encrypt_batches(const void *context, const uint8_t *in, uint8_t *out) {
    encrypt_sets(context, in, out, SETS);
}

static void encrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, BATCH, ENCRYPTION_PAYS, encrypt_batch,
               fifteen_frog_portable.encrypt);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, SETS * BATCH, BATCH + 2, encrypt_batches,
               encrypt_few);
}

/* ---- Decryption ---- */

/* One set is enough: only what BombPermu does goes from a look-up to the next. */
AVX2 static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    const frog_context *c = context;
    u8x32 x[BLOCK];
    load_bytes(x, in);
    u8x32 next = x[0]; /* the byte after that at work */
    for (unsigned r = ROUNDS; r-- > 0;) {
        for (unsigned j = BLOCK; j-- > 0;) {
            const u8x32 y = x[j];
            x[c->bomb_permu[r][j]] ^= y;
            x[(j + 1) % BLOCK] = next ^ y;
            next = look_up_256(c->inverse[r], y) ^ (uint8_t)c->xor_bu[r][j];
        }
    }
    x[0] = next;
    store_bytes(out, x);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, BATCH, DECRYPTION_PAYS, decrypt_batch,
               fifteen_frog_portable.decrypt);
}

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_frog_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_frog_portable.wipe(context); }

const fifteen_engine fifteen_frog_avx2 = {
    .cipher = "frog",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = BLOCK,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = SETS * BATCH,
    .pays_from = DECRYPTION_PAYS,
    .context_bytes = sizeof(frog_context),
    .context_align = _Alignof(frog_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
