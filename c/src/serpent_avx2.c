/* SPDX-License-Identifier: Apache-2.0
 * Serpent with AVX2: a register holds one word of eight blocks. */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (serpent_lanes.h) ---- */

#define TARGET AVX2
#define FEWER fifteen_serpent_portable
typedef u32x8 word;

enum { SET = 8, PAYS = 4, FILLED = PAYS };

AVX2 static ALWAYS_INLINE void load_set(word x[4], const uint8_t *in) { load_blocks(x, in); }

AVX2 static ALWAYS_INLINE void store_set(uint8_t *out, word x[4]) { store_blocks(out, x); }

/* By 1 with an addition, which more units of a processor can do than shifts. */
AVX2 static ALWAYS_INLINE word left(word x, unsigned n) {
    return (n == 1 ? x + x : x << n) | x >> (32 - n);
}

#include "serpent_lanes.h"

/* ---- Engine ---- */

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
