/* SPDX-License-Identifier: Apache-2.0
 * SAFER+ with AVX2, 32 blocks at once (saferplus_bytes.h). */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"

#define THIS fifteen_saferplus_avx2
#define NAME "avx2"
#define NEEDS "avx2"

#define PAYS {8, 8, 10}

AVX2 static ALWAYS_INLINE byte complement_if_high(byte x, byte y) {
    return y ^ (byte)_mm256_cmpgt_epi8(_mm256_setzero_si256(), (__m256i)x);
}

AVX2 static ALWAYS_INLINE byte difference(byte a, byte b) { return a - b; }

#include "saferplus_bytes.h"

#endif
