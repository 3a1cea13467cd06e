/* SPDX-License-Identifier: Apache-2.0
 * Engines that are given registers of whole blocks (vec256.h or vec512.h), ROWS of them at a time,
 * and modes fused with that (row_modes.h). Who includes this says how many these are; what the
 * cipher does to them, encrypt_rows and decrypt_rows; of how many BLOCK_BYTES a block is, if not of
 * 16; and which engine it is, THIS.
 */
#ifndef FIFTEEN_ROW_BATCHES_H
#define FIFTEEN_ROW_BATCHES_H

#ifndef BLOCK_BYTES
#define BLOCK_BYTES 16
#endif

enum { ROW = sizeof(vec), BATCH_BYTES = ROW * ROWS, BATCH = BATCH_BYTES / BLOCK_BYTES };

typedef void crypt_rows(const void *context, vec x[ROWS]);

TARGET static ALWAYS_INLINE void load_rows(vec *x, const uint8_t *in, unsigned n) {
    for (unsigned i = 0; i < n; i++) x[i] = load(in + ROW * i);
}

TARGET static ALWAYS_INLINE void store_rows(uint8_t *out, const vec *x, unsigned n) {
    for (unsigned i = 0; i < n; i++) store(out + ROW * i, x[i]);
}

TARGET static NEVER_INLINE void encrypt_batch(const void *context, const uint8_t *in,
                                              uint8_t *out) {
    vec x[ROWS];
    load_rows(x, in, ROWS);
    encrypt_rows(context, x);
    store_rows(out, x, ROWS);
}

TARGET static NEVER_INLINE void decrypt_batch(const void *context, const uint8_t *in,
                                              uint8_t *out) {
    vec x[ROWS];
    load_rows(x, in, ROWS);
    decrypt_rows(context, x);
    store_rows(out, x, ROWS);
}

#include "row_modes.h"

#endif
