/* SPDX-License-Identifier: Apache-2.0
 * E2, a byte of 32 blocks in a register (e2_bytes.h), its S-box by the instruction for AES's last
 * round of decryption in one half of a register after the other: it has the inverse in the same
 * field.
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET WIDE("aes,avx2")

#include "bytes256.h"
#include "e2_tables.h" /* written by tables.py */

#define THIS fifteen_e2_aesni
#define NAME "aesni"
#define NEEDS "aes avx2"

enum { BY_AES = 1, PAYS = 8 };

TARGET static ALWAYS_INLINE byte power(byte x) {
    const __m128i zero = _mm_setzero_si128();
    const __m128i low = _mm_aesdeclast_si128(_mm256_castsi256_si128((__m256i)x), zero);
    const __m128i high = _mm_aesdeclast_si128(_mm256_extracti128_si256((__m256i)x, 1), zero);
    return (byte)_mm256_set_m128i(high, low);
}

#include "e2_nibbles.h"

#include "e2_bytes.h"

#endif
