/* SPDX-License-Identifier: Apache-2.0
 * The tools of modes with AVX2. */
#include "wide.h"

#if FIFTEEN_X86

/* ---- Registers (modes_wide.h) ---- */

#define TARGET AVX2

#include "vec256.h"

#include "modes_wide.h"

const mode_tools fifteen_modes_avx2 = {xor_wide, write_counters_wide, prepare_wide, whiten_wide};

#endif
