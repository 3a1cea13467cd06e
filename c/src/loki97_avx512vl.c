/* SPDX-License-Identifier: Apache-2.0
 * LOKI97, 256 blocks at once, each bit of them in a register of 256 bits, with
 * AVX-512 (loki97_sliced.h says how). What is far less than 512 blocks goes this
 * way.
 * Constant-time, but for the up to 43 blocks (on Intel 53) that are left to
 * the portable engine and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "wide512.h"

#define TARGET AVX512VL
#include "bits256.h"

#define FEWER fifteen_loki97_portable

#define PAYS {44, 44, 54}
#define FILLED PAYS

#include "loki97_sliced.h"

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

const fifteen_engine fifteen_loki97_avx512vl = {
    .cipher = "loki97",
    .name = "avx512vl",
    .needs = "avx512f avx512bw avx512vl avx2",
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
