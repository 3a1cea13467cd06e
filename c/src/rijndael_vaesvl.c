/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with VAES and the 32 registers of AVX-512, of 256 bits, each two blocks: all
 * tweaks of XTS are in them, where by rijndael_vaes.c they are on the stack. Constant-time.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (rijndael_vaes.h) ---- */

#define TARGET WIDE("vaes,avx512bw,avx512vl,aes")

#define THIS fifteen_rijndael_vaesvl
#define NAME "vaesvl"
#define NEEDS "vaes avx512f avx512bw avx512vl avx2 aes ssse3"

/* AMD: from where rijndael/vaes512 is, which is faster. */
#define PAYS {2 * LANES, 33, LANES + 1}

#include "rijndael_vaes.h"

#endif
