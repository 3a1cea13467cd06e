/* SPDX-License-Identifier: Apache-2.0
 * The time-stamp counter, and a piece of work of a known number of core cycles. */
#ifndef FIFTEEN_TICKS_H
#define FIFTEEN_TICKS_H

#include <stdint.h>

#if defined(__SSE2__) /* LFENCE is of it */
#define HAVE_TICKS 1
#include <x86intrin.h>

/* Earlier instructions have ended, later ones haven't begun. */
static inline uint64_t ticks(void) {
    _mm_lfence();
    uint64_t now = __rdtsc();
    _mm_lfence();
    return now;
}
#else
#define HAVE_TICKS 0
static inline uint64_t ticks(void) { return 0; }
#endif

/* 10 * tens dependent additions: one core cycle each on every CPU since the
 * Pentium. The addend is a register, since newer CPUs add constants for free;
 * *chain carries the dependency from call to call, which would overlap otherwise. */
static inline void spin_cycles(uint64_t tens, unsigned long *chain) {
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
    unsigned long x = *chain, y = 3;
    for (; tens > 0; tens--) {
#if defined(__aarch64__)
        __asm__ volatile(".rept 10\n\tadd %0, %0, %1\n\t.endr" : "+r"(x) : "r"(y));
#else
        __asm__ volatile(".rept 10\n\tadd %1, %0\n\t.endr" : "+r"(x) : "r"(y));
#endif
    }
    *chain = x;
#else
    for (volatile uint64_t i = 10 * tens; i > 0;) i--; /* no known cost here */
    *chain += 1;
#endif
}

/* 20,000 instructions that need nothing of each other and do nothing: only the core's
 * width holds them back, of which a program on its other thread takes a share. A
 * thousand in a row, so that neither their place nor the loop counts; the counter is
 * volatile, as unrolled they would not fit into the cache of decoded instructions. */
enum { ISSUED = 20000 };
static inline void issue(void) {
#if defined(__x86_64__) || defined(__i386__) || defined(__aarch64__)
    for (volatile unsigned i = ISSUED / 1000; i > 0;) {
        __asm__ volatile(".rept 1000\n\tnop\n\t.endr");
        i--;
    }
#else
    for (volatile unsigned i = ISSUED; i > 0;) i--; /* no known cost here */
#endif
}

#endif
