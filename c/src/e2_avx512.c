/* SPDX-License-Identifier: Apache-2.0
 * E2 with AVX-512, a byte of 64 blocks in a register (e2_bytes.h): an instruction inverts in the
 * field of AES, and does what is linear after it.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

/* avx512vbmi is what bytes512.h wants. */
#define TARGET WIDE("avx512f,avx512bw,avx512vbmi,gfni,vpclmulqdq")

#include "bytes512.h"
#include "e2_tables.h" /* written by tables.py */

#define THIS fifteen_e2_avx512
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vbmi gfni vpclmulqdq avx2"

enum { BY_AES = 0, PAYS = 5 };

TARGET static ALWAYS_INLINE byte s(byte x) {
    const __m512i matrix = _mm512_set1_epi64((long long)POWER_OF_INVERSE);
    const byte y = (byte)_mm512_gf2p8affineinv_epi64_epi8((__m512i)x, matrix, 0);
    const vec table =
        each_lane((u64x2)_mm_loadu_si128((const __m128i *)(const void *)S_LESS_POWER));
    return y + (byte)bytes_from(table, (vec)(y & 15));
}

TARGET static ALWAYS_INLINE byte first_s(byte x) { return s(x); }

TARGET static ALWAYS_INLINE byte second_s(byte x) { return s(x); }

TARGET static ALWAYS_INLINE u8x32 second_key(u8x32 k) { return k; }

#include "e2_bytes.h"

#endif
