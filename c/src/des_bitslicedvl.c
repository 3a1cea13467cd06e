/* SPDX-License-Identifier: Apache-2.0
 * DES and Triple-DES, 256 blocks at once, each bit of them in a register of 256
 * bits, with AVX-512 (des_bitsliced.h says how). What is far less than 512 blocks
 * goes this way.
 * Constant-time, but for the up to 23 blocks that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "x86.h"

#if FIFTEEN_X86

#include "wide512.h"

#define TARGET AVX512VL
#include "bits256.h"

#define THIS fifteen_des_bitslicedvl
#define THIS_TRIPLE fifteen_3des_bitslicedvl
#define FEWER fifteen_des_portable
#define FEWER_TRIPLE fifteen_3des_portable

enum { PAYS = 24, FILLED = PAYS };

#include "des_sliced.h"

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(sliced_context)); }

static void wipe_triple(void *context) { wipe_bytes(context, sizeof(sliced_triple_context)); }

const fifteen_engine fifteen_des_bitslicedvl = {
    .cipher = "des",
    .name = "bitslicedvl",
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

const fifteen_engine fifteen_3des_bitslicedvl = {
    .cipher = "3des",
    .name = "bitslicedvl",
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
