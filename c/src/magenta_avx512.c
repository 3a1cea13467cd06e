/* SPDX-License-Identifier: Apache-2.0
 * MAGENTA with AVX-512, thirty-two blocks at once, four in a register
 * (magenta_blocks.h). f is looked up in a table that is in registers itself.
 */
#include "wide512.h"

#if FIFTEEN_AVX512

#define TARGET AVX512VBMI

#include "bytes512.h"
#include "magenta_tables.h" /* written by tables.py */
#include "vec512.h"

#define THIS fifteen_magenta_avx512
#define FEWER fifteen_magenta_avx2
#define NAME "avx512"
#define NEEDS "avx512f avx512bw avx512vbmi avx2"

enum { SETS = 8 };
#define PAYS {5, 5, 10}

TARGET static ALWAYS_INLINE vec f(vec x) { return (vec)look_up_256(F_BYTES, (byte)x); }

#include "magenta_blocks.h"

#endif
