/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with VAES: a register is two blocks, and an instruction a round of
 * both. Constant-time, like AES-NI, which does what is done block by block.
 */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (rijndael_vaes.h) ---- */

#define TARGET WIDE("vaes,avx2,aes")

#include "rijndael_vaes.h"

/* ---- Engine ---- */

static const fifteen_modes modes = {fifteen_aesni_cbc_encrypt, cbc_decrypt, ctr, xts_encrypt,
                                    xts_decrypt};

const fifteen_engine fifteen_rijndael_vaes = {
    .cipher = "rijndael",
    .name = "vaes",
    .needs = "vaes avx2 aes ssse3",
    .block_bytes = 16,
    .key_bits = {128, 256, 32},
    .batch = BATCH,
    .pays_from = {LANES, LANES + 1, LANES + 1},
    .context_bytes = sizeof(aesni_context),
    .context_align = _Alignof(aesni_context),
    .set_key = fifteen_aesni_set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = fifteen_aesni_wipe,
    .modes = &modes,
};

#endif
