/* SPDX-License-Identifier: Apache-2.0
 * E2, a byte of 32 blocks in a register (e2_bytes.h), its S-box by look-ups of half bytes alone:
 * the inverse is that of Mike Hamburg, 2009: "Accelerating AES with Vector Permute Instructions".
 */
#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"
#include "e2_tables.h" /* written by tables.py */

#define THIS fifteen_e2_avx2
#define NAME "avx2"
#define NEEDS "avx2"

enum { BY_AES = 0, PAYS = 14 };

/* x is u in its lower half and v in its higher one; the elements of GF(16) that are added up, and
 * infinity, are as tables.py says. */
TARGET static ALWAYS_INLINE byte power(byte x) {
    const byte inverses = load_table(INVERSES[0]);
    const byte u = low_nibbles(x), v = high_nibbles(x), w = u ^ v;
    const byte a_by_v = shuffle(load_table(INVERSES[1]), v);
    const byte p = w ^ shuffle(inverses, shuffle(inverses, u) ^ a_by_v);
    const byte q = u ^ shuffle(inverses, shuffle(inverses, w) ^ a_by_v);
    return shuffle(load_table(POWERS[0]), p) ^ shuffle(load_table(POWERS[1]), q);
}

#include "e2_nibbles.h"

#include "e2_bytes.h"

#endif
