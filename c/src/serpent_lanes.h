/* SPDX-License-Identifier: Apache-2.0
 * Serpent in vectors: a register holds one word of several blocks, so that a round is the portable
 * one's. Constant-time, like that.
 *
 * Who includes this has chosen registers, and says how words are rotated `left` (serpent_rounds.h)
 * and what lane_ciphers.h wants. Of the engine THIS it says the NAME, what it NEEDS, and from how
 * many blocks on it PAYS.
 */
#ifndef FIFTEEN_SERPENT_LANES_H
#define FIFTEEN_SERPENT_LANES_H

#include "serpent_rounds.h"

extern const fifteen_engine fifteen_serpent_portable;

TARGET static ALWAYS_INLINE void encrypt_words(const void *context, word x[][4], unsigned sets) {
    encrypt_sets(x, sets, ((const serpent_context *)context)->k);
}

TARGET static ALWAYS_INLINE void decrypt_words(const void *context, word x[][4], unsigned sets) {
    decrypt_sets(x, sets, ((const serpent_context *)context)->k);
}

#include "lane_ciphers.h"

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_serpent_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_serpent_portable.wipe(context); }

const fifteen_engine THIS = {
    .cipher = "serpent",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {0, 256, 8},
    .batch = BATCH,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(serpent_context),
    .context_align = _Alignof(serpent_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
