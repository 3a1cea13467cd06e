/* SPDX-License-Identifier: Apache-2.0
 * FROG with AVX2, 32 blocks at once (frog_bytes.h). */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"

enum { ENCRYPTION_PAYS = 18 };
#define DECRYPTION_PAYS {9, 9, 17}

#include "frog_bytes.h"

/* ---- Engine ---- */

static void wipe(void *context) { fifteen_frog_portable.wipe(context); }

const fifteen_engine fifteen_frog_avx2 = {
    .cipher = "frog",
    .name = "avx2",
    .needs = "avx2",
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
    .modes = MODES,
};

#endif
