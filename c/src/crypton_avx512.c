/* SPDX-License-Identifier: Apache-2.0
 * CRYPTON v0.5 and v1.0 with AVX-512, 64 blocks at once (crypton_bytes.h): an
 * S-box is in four registers.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET WIDE("avx512f,avx512bw,avx512vbmi,vpclmulqdq")

#include "bytes512.h"
#include "crypton.h"
#include "crypton_tables.h" /* written by tables.py */

#define THIS fifteen_crypton_v1_0_avx512 /* or v0.5's: what modes.c asks of it is the same */
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vbmi vpclmulqdq avx2"
#define FEWER_V0_5 fifteen_crypton_v0_5_avx2
#define FEWER_V1_0 fifteen_crypton_v1_0_avx2

#define PAYS_V0_5 {8, 8, 33}
#define PAYS_V1_0 {8, 8, 11}

TARGET static ALWAYS_INLINE byte s(version v, unsigned box, byte x) {
    return look_up_256(S[v][box], x);
}

/* One instruction, by its truth table, where gcc 12 makes two or three of ^ and &. */
TARGET static ALWAYS_INLINE byte sum_with_key(byte x, byte y, uint32_t k) {
    return (byte)_mm512_ternarylogic_epi32((__m512i)x, (__m512i)y, _mm512_set1_epi32((int)k), 0x96);
}

TARGET static ALWAYS_INLINE byte choose_bits(uint8_t mask, byte a, byte b) {
    return (byte)_mm512_ternarylogic_epi32((__m512i)a, (__m512i)b, _mm512_set1_epi8((char)mask),
                                           0xd8);
}

#include "crypton_bytes.h"

ENGINE(fifteen_crypton_v0_5_avx512, "crypton-v0.5", V0_5)
ENGINE(fifteen_crypton_v1_0_avx512, "crypton-v1.0", V1_0)

#endif
