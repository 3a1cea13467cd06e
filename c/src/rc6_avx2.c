/* SPDX-License-Identifier: Apache-2.0
 * RC6 with AVX2: a register holds one word of eight blocks. */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (rc6_lanes.h) ---- */

#define TARGET AVX2

#include "lanes256.h"

#define THIS fifteen_rc6_avx2
#define FEWER fifteen_rc6_portable
#define NAME "avx2"
#define NEEDS "avx2"

#define PAYS {5, 5, 5}
enum { FILLED = 5, FILLED_ON_INTEL = FILLED };

/* The last five bits of f, too. x (2x + 1) is multiplied out, as a register for the 1 is one more
 * than the sets leave. */
typedef struct {
    word value, amount;
} mixed;

AVX2 static ALWAYS_INLINE mixed f(word x) {
    const word square = x * x, y = square + square + x, carried = y >> 27;
    return (mixed){y << 5 | carried, carried};
}

AVX2 static ALWAYS_INLINE word left_by(word x, word n) { return rotl_each(x, n); }

AVX2 static ALWAYS_INLINE word right_by(word x, word n) { return rotr_each(x, n); }

#include "rc6_lanes.h"

#endif
