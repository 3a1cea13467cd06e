/* SPDX-License-Identifier: Apache-2.0
 * Serpent with AVX-512: a register holds one word of sixteen blocks, and there are
 * instructions for rotations and for any function of three bits. */
#include "wide512.h"

#if FIFTEEN_X86

/* ---- Registers (serpent_lanes.h) ---- */

#define TARGET AVX512BW

#include "lanes512.h"

#define THIS fifteen_serpent_avx512
#define FEWER fifteen_serpent_avx512vl

enum { PAYS = 3, FILLED = SET + SET / 2 + 1, FILLED_ON_INTEL = FILLED };

AVX512BW static ALWAYS_INLINE word left(word x, unsigned n) { return x << n | x >> (32 - n); }

#include "serpent_lanes.h"

/* ---- Engine ---- */

const fifteen_engine fifteen_serpent_avx512 = {
    .cipher = "serpent",
    .name = "avx512",
    .needs = "avx512f avx512bw avx512vl avx2",
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
