/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with VAES and the 32 registers of AVX-512, of 256 bits: all tweaks of
 * XTS are in them, where by rijndael_vaes.c they are on the stack. Constant-time.
 */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (rijndael_vaes.h) ---- */

#define TARGET WIDE("vaes,avx512bw,avx512vl,aes")

#include "rijndael_vaes.h"

/* ---- Engine ---- */

static const fifteen_modes modes = {fifteen_aesni_cbc_encrypt, cbc_decrypt, ctr, xts_encrypt,
                                    xts_decrypt};

const fifteen_engine fifteen_rijndael_vaesvl = {
    .cipher = "rijndael",
    .name = "vaesvl",
    .needs = "vaes avx512f avx512bw avx512vl avx2 aes ssse3",
    .block_bytes = 16,
    .key_bits = {128, 256, 32},
    .batch = BATCH,
    /* AMD: from where rijndael/vaes512 is, which is faster. */
    .pays_from = {2 * LANES, 33, LANES + 1},
    .context_bytes = sizeof(aesni_context),
    .context_align = _Alignof(aesni_context),
    .set_key = fifteen_aesni_set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = fifteen_aesni_wipe,
    .modes = &modes,
};

#endif
