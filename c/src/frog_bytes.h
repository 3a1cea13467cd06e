/* SPDX-License-Identifier: Apache-2.0
 * FROG, as many blocks at once as a register has bytes: what frog_avx2.c and
 * frog_avx512.c share.
 *
 * A register holds one byte of each block, so that a step is that of the
 * specification with vectors for bytes. SubstPermu is looked up by shuffles of
 * its rows: all of it is read whatever the index. Constant-time, but
 * for key set-up, the places that BombPermu names (the key's, not the data's),
 * and the few blocks left to the portable engine.
 *
 * Before it includes this, a file chooses registers (bytes256.h or bytes512.h). Of
 * the engine THIS it says the NAME, what it NEEDS, and from how many blocks on
 * encryption and decryption pay.
 */
#ifndef FIFTEEN_FROG_BYTES_H
#define FIFTEEN_FROG_BYTES_H

#include "frog.h"

extern const fifteen_engine fifteen_frog_portable;

/* ---- Key schedule ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_frog_portable.set_key(context, key, key_bits, directions);
}

/* ---- Encryption ---- */

/* A look-up waits for the one before it: two sets of blocks hide each other's latency. */
enum { SETS = 2, SET_BLOCKS = sizeof(byte), ROWS = SETS * BLOCK };

/* A byte stays without what the one before it adds, y, until it's at work: BombPermu points neither
 * at the byte at work nor at the next. */
TARGET static ALWAYS_INLINE void encrypt_sets(const frog_context *c, vec *rows, unsigned sets) {
    byte x[SETS][BLOCK], y[SETS] = {{0}};
    for (unsigned s = 0; s < sets; s++) rows_to_bytes(x[s], rows + BLOCK * s);
    for (unsigned r = 0; r < ROUNDS; r++) {
        for (unsigned j = 0; j < BLOCK; j++) {
            for (unsigned s = 0; s < sets; s++) {
                const byte index = y[s] ^ x[s][j] ^ (uint8_t)c->xor_bu[r][j];
                y[s] = look_up_256(c->subst_permu[r], index);
                x[s][j] = y[s];
                x[s][c->bomb_permu[r][j]] ^= y[s];
            }
        }
    }
    for (unsigned s = 0; s < sets; s++) {
        x[s][0] ^= y[s];
        bytes_to_rows(rows + BLOCK * s, x[s]);
    }
}

TARGET static void encrypt_rows(const void *context, vec rows[ROWS]) {
    encrypt_sets(context, rows, SETS);
}

/* ---- Decryption ---- */

/* One set is enough: only what BombPermu does goes from a look-up to the next. */
TARGET static void decrypt_set(const frog_context *c, vec rows[BLOCK]) {
    byte x[BLOCK];
    rows_to_bytes(x, rows);
    byte next = x[0]; /* the byte after that at work */
    for (unsigned r = ROUNDS; r-- > 0;) {
        for (unsigned j = BLOCK; j-- > 0;) {
            const byte y = x[j];
            x[c->bomb_permu[r][j]] ^= y;
            x[(j + 1) % BLOCK] = next ^ y;
            next = look_up_256(c->inverse[r], y) ^ (uint8_t)c->xor_bu[r][j];
        }
    }
    x[0] = next;
    bytes_to_rows(rows, x);
}

TARGET static void decrypt_rows(const void *context, vec rows[ROWS]) {
    for (unsigned s = 0; s < SETS; s++) decrypt_set(context, rows + BLOCK * s);
}

/* ---- Blocks ---- */

#include "row_batches.h"

TARGET static void encrypt_one_set(const void *context, const uint8_t *in, uint8_t *out) {
    vec x[BLOCK];
    load_rows(x, in, BLOCK);
    encrypt_sets(context, x, 1);
    store_rows(out, x, BLOCK);
}

static void encrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, SET_BLOCKS, ENCRYPTION_PAYS, encrypt_one_set,
               fifteen_frog_portable.encrypt);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, BATCH, SET_BLOCKS + 2, encrypt_batch, encrypt_few);
}

TARGET static void decrypt_one_set(const void *context, const uint8_t *in, uint8_t *out) {
    vec x[BLOCK];
    load_rows(x, in, BLOCK);
    decrypt_set(context, x);
    store_rows(out, x, BLOCK);
}

static void decrypt_few(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, BLOCK, SET_BLOCKS,
                            (by_processor)DECRYPTION_PAYS, decrypt_one_set,
                            fifteen_frog_portable.decrypt);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches(context, in, out, blocks, BLOCK, BATCH, BATCH, decrypt_batch, decrypt_few);
}

/* ---- Engine ---- */

static void wipe(void *context) { fifteen_frog_portable.wipe(context); }

const fifteen_engine THIS = {
    .cipher = "frog",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = BLOCK,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .pays_from = DECRYPTION_PAYS,
    .context_bytes = sizeof(frog_context),
    .context_align = _Alignof(frog_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
