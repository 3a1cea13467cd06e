/* SPDX-License-Identifier: Apache-2.0
 * Engines of a cipher whose blocks are four words, in batches of SETS sets of registers of one word
 * of several blocks each.
 *
 * Who includes this says what lane_modes.h wants, and from how many blocks on a batch that is
 * filled up takes less time than FEWER, the engine for less: it PAYS (by processor).
 */
#ifndef FIFTEEN_LANE_BATCHES_H
#define FIFTEEN_LANE_BATCHES_H

#include "wide.h"

extern const fifteen_engine FEWER;

static ALWAYS_INLINE size_t in_whole_batches(size_t blocks) {
    return blocks - blocks % (SETS * SET);
}

#include "lane_modes.h"

TARGET static void encrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(encrypt_words, context, in, out, SETS);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, encrypt_batch,
                            FEWER.encrypt);
}

TARGET static void decrypt_batch(const void *context, const uint8_t *in, uint8_t *out) {
    crypt_sets(decrypt_words, context, in, out, SETS);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    in_batches_by_processor(context, in, out, blocks, 16, BATCH, (by_processor)PAYS, decrypt_batch,
                            FEWER.decrypt);
}

#endif
