/* SPDX-License-Identifier: Apache-2.0
 * DES and Triple-DES, 512 blocks at once, each bit of them in a register of
 * AVX-512 (des_bitsliced.h says how).
 * Constant-time, but for the up to 23 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "bits512.h"

#define THIS fifteen_des_bitsliced512
#define THIS_TRIPLE fifteen_3des_bitsliced512
#define FEWER fifteen_des_bitslicedvl
#define FEWER_TRIPLE fifteen_3des_bitslicedvl

enum { PAYS = 24, FILLED = SLICED_BLOCKS / 2 + 16 };

#include "des_sliced.h"

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(sliced_context)); }

static void wipe_triple(void *context) { wipe_bytes(context, sizeof(sliced_triple_context)); }

const fifteen_engine fifteen_des_bitsliced512 = {
    .cipher = "des",
    .name = "bitsliced512",
    .needs = "avx512f avx512bw avx512vl avx2",
    .block_bytes = 8,
    .key_bits = {64, 64, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(sliced_context),
    .context_align = _Alignof(sliced_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .modes = &modes,
    .wipe = wipe,
};

const fifteen_engine fifteen_3des_bitsliced512 = {
    .cipher = "3des",
    .name = "bitsliced512",
    .needs = "avx512f avx512bw avx512vl avx2",
    .block_bytes = 8,
    .key_bits = {128, 192, 64},
    .batch = SLICED_BLOCKS,
    .pays_from = ANYWHERE(PAYS),
    .context_bytes = sizeof(sliced_triple_context),
    .context_align = _Alignof(sliced_triple_context),
    .set_key = set_key_triple,
    .encrypt = encrypt_triple,
    .decrypt = decrypt_triple,
    .modes = &modes_triple,
    .wipe = wipe_triple,
};

#endif
