/* SPDX-License-Identifier: Apache-2.0
 * Rijndael with VAES: a register is two blocks, and an instruction a round of
 * both. Constant-time, like AES-NI, which does what is done block by block.
 */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (rijndael_vaes.h) ---- */

#define TARGET WIDE("vaes,avx2,aes")

#define THIS fifteen_rijndael_vaes
#define NAME "vaes"
#define NEEDS "vaes avx2 aes ssse3"

#define PAYS {LANES, LANES + 1, LANES + 1}

#include "rijndael_vaes.h"

#endif
