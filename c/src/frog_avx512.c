/* SPDX-License-Identifier: Apache-2.0
 * FROG with AVX-512, 64 blocks at once (frog_bytes.h). */
#include "wide512.h"

#if FIFTEEN_X86

#define TARGET __attribute__((target("avx512f,avx512bw,avx512vbmi,vpclmulqdq")))

#include "bytes512.h"

#define FUSED /* modes */
#define THIS fifteen_frog_avx512

enum { ENCRYPTION_PAYS = 9 };
#define DECRYPTION_PAYS {9, 9, 9}

#include "frog_bytes.h"

/* ---- Engine ---- */

static void wipe(void *context) { fifteen_frog_portable.wipe(context); }

const fifteen_engine fifteen_frog_avx512 = {
    .cipher = "frog",
    .name = "avx512",
    .needs = "avx512f avx512bw avx512vbmi vpclmulqdq avx2",
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
