/* SPDX-License-Identifier: Apache-2.0
 * RC6 where there is no rotate instruction: a rotation is two shifts and an OR.
 * Section 4 of the paper that nist_procedure.c re-makes says what one saves. */
#include "bytes.h"

static inline uint32_t shifted(uint32_t x, unsigned n) {
    uint32_t low = x >> (-n & 31);
    __asm__("" : "+r"(low)); /* or the compiler would find a rotation */
    return x << (n & 31) | low;
}

#define rotl32(x, n) shifted(x, n)
#define rotr32(x, n) shifted(x, -(n))
#include "../src/rc6.c"
