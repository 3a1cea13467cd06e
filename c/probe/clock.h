/* SPDX-License-Identifier: Apache-2.0
 * What the machine has to read time from. */
#ifndef FIFTEEN_CLOCK_H
#define FIFTEEN_CLOCK_H

#include <stdbool.h>
#include <stdint.h>

/* The kinds of reading, from the outermost to the innermost: what is read
 * nearest to the work disturbs it least. */
enum { CPU_NS, CORE_CYCLES, INSTRUCTIONS, WALL_NS, TICKS, READINGS };

/* Opens the counters that this process may use; once is enough. */
void clock_open(void);

/* Whether there is such a clock at all. A counter can also go while it is used. */
bool clock_has(int reading);

/* Why core cycles can't be counted, in the system's words; NULL where they can. */
const char *clock_error(void);

/* Reads every clock: before() the work, after() it. after() turns the first
 * readings into differences. */
void clock_before(uint64_t readings[READINGS]);
void clock_after(uint64_t readings[READINGS]);

/* Ticks of the time-stamp counter in a second, against the system's clock
 * since clock_open; 0 where there is no such counter. */
double clock_tick_hz(void);

/* Core cycles in a tick, by a chain of dependent additions (one cycle each);
 * the fastest of many short chains, so that an interrupt doesn't count. 0
 * where there is no tick. */
double clock_core_per_tick(void);

/* Independent instructions issued in a tick, in about a microsecond from now: what the
 * core's other hardware thread, where it has one, leaves of its width. The chain
 * above doesn't feel that. 0 where there is no tick. */
double clock_issued_per_tick(void);

/* Reads that until it is `least` or more some times in a row, for `most_ns` at most; returns for
 * how many ns it had to. */
uint64_t clock_await_issued(double least, uint64_t most_ns);

#endif
