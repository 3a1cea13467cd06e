/* SPDX-License-Identifier: Apache-2.0
 * The tools of modes with AVX-512. */
#include "wide512.h"

#if FIFTEEN_AVX512

/* ---- Registers (modes_wide.h) ---- */

#define TARGET AVX512BW

#include "vec512.h"

#include "modes_wide.h"

const mode_tools fifteen_modes_avx512 = {xor_wide, write_counters_wide, prepare_wide, whiten_wide};

#endif
