/* SPDX-License-Identifier: Apache-2.0
 * FROG with AVX2: a register holds one byte of 32 blocks (frog_bytes.h). */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"

#define THIS fifteen_frog_avx2
#define NAME "avx2"
#define NEEDS "avx2"

enum { ENCRYPTION_PAYS = 18 };
#define DECRYPTION_PAYS {9, 9, 17}

#include "frog_bytes.h"

#endif
