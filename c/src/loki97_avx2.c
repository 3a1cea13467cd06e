/* SPDX-License-Identifier: Apache-2.0
 * LOKI97, 256 blocks at once, each bit of them in a register of AVX2
 * (loki97_sliced.h says how).
 * Constant-time, but for the up to 59 blocks (on Intel 81) that are left to
 * the portable engine and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "bits256.h"

#define FEWER fifteen_loki97_portable

#define PAYS {60, 60, 82}
#define FILLED PAYS

#include "loki97_sliced.h"

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine fifteen_loki97_avx2 = {
    .cipher = "loki97",
    .name = "avx2",
    .needs = "avx2",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = SLICED_BLOCKS,
    .pays_from = PAYS,
    .context_bytes = sizeof(wide_context),
    .context_align = _Alignof(wide_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};

#endif
