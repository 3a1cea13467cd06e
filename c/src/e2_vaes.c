/* SPDX-License-Identifier: Apache-2.0
 * E2, a byte of 32 blocks in a register (e2_bytes.h), its S-box by the instruction for AES's last
 * round of decryption in both halves of a register: it has the inverse in the same field.
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET WIDE("vaes,avx2")

#include "bytes256.h"
#include "e2_tables.h" /* written by tables.py */

#define THIS fifteen_e2_vaes
#define NAME "vaes"
#define NEEDS "vaes avx2"

enum { BY_AES = 1, PAYS = 5 };

TARGET static ALWAYS_INLINE byte power(byte x) {
    return (byte)_mm256_aesdeclast_epi128((__m256i)x, _mm256_setzero_si256());
}

#include "e2_nibbles.h"

#include "e2_bytes.h"

#endif
