/* SPDX-License-Identifier: Apache-2.0
 * What stands behind fifteen_best, for the probes and the tests. */
#ifndef FIFTEEN_CHOICE_H
#define FIFTEEN_CHOICE_H

#include "fifteen.h"

/* fifteen_best among the engines of a list that NULL ends. */
const fifteen_engine *fifteen_best_of(const fifteen_engine *const *engines, const char *cipher,
                                      unsigned key_bits, size_t blocks_per_key);

/* The name of feature i of those that FIFTEEN_FEATURES may name; NULL behind the last. */
const char *fifteen_feature(size_t i);

/* By what kind of processor this is, engines pay from other numbers of blocks: one of Intel's; one
 * of AMD's family 25, Zen 3 and 4, whose units are of 256 bits; or any other. */
enum { FIFTEEN_AMD, FIFTEEN_ZEN4, FIFTEEN_INTEL };
int fifteen_processor(void);

#endif
