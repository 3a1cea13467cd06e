/* SPDX-License-Identifier: Apache-2.0
 * FROG with AVX-512: a register holds one byte of 64 blocks (frog_bytes.h). */
#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET WIDE("avx512f,avx512bw,avx512vbmi,vpclmulqdq")

#include "bytes512.h"

#define THIS fifteen_frog_avx512
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vbmi vpclmulqdq avx2"

enum { ENCRYPTION_PAYS = 9 };
#define DECRYPTION_PAYS {9, 9, 9}

#include "frog_bytes.h"

#endif
