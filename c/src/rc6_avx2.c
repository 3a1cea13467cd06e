/* SPDX-License-Identifier: Apache-2.0
 * RC6 with AVX2: a register holds one word of eight blocks. */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (rc6_lanes.h) ---- */

#define TARGET AVX2

#include "lanes256.h"

#define THIS fifteen_rc6_avx2
#define FEWER fifteen_rc6_portable

enum { PAYS = 5, FILLED = PAYS, FILLED_ON_INTEL = FILLED };

/* The last five bits of f, too. x (2x + 1) is multiplied out, as a register for the 1 is one more
 * than the sets leave. */
typedef struct {
    word value, amount;
} mixed;

AVX2 static ALWAYS_INLINE mixed f(word x) {
    const word square = x * x, y = square + square + x, carried = y >> 27;
    return (mixed){y << 5 | carried, carried};
}

AVX2 static ALWAYS_INLINE word left_by(word x, word n) { return rotl_each(x, n); }

AVX2 static ALWAYS_INLINE word right_by(word x, word n) { return rotr_each(x, n); }

#include "rc6_lanes.h"

/* ---- Engine ---- */

const fifteen_engine fifteen_rc6_avx2 = {
    .cipher = "rc6",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {0, 2040, 8},
    .batch = BATCH,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(rc6_context),
    .context_align = _Alignof(rc6_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
