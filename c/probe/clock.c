/* SPDX-License-Identifier: Apache-2.0 */
#if defined(__linux__)
#define _GNU_SOURCE /* syscall */
#else
#define _POSIX_C_SOURCE 200809L
#endif
#include "clock.h"

#include <errno.h>
#include <stddef.h>
#include <string.h>
#include <time.h>

#include "ticks.h"

/* ---- The system's clocks ---- */

static uint64_t system_ns(clockid_t id) {
    struct timespec t;
    clock_gettime(id, &t);
    return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

static bool cpu_clock_is_fine(void) {
    struct timespec t;
    return clock_getres(CLOCK_THREAD_CPUTIME_ID, &t) == 0 && t.tv_sec == 0 && t.tv_nsec <= 1000;
}

/* ---- The processor's counters ---- */

#if defined(__linux__)
#include <linux/perf_event.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

typedef struct counter {
    int file;
    int error;                                        /* errno, where there is no file */
    const volatile struct perf_event_mmap_page *page; /* NULL: only read() works */
} counter;

/* Counts this thread in user mode: all that an unprivileged process may ask for. */
static counter counter_open(uint64_t what) {
    struct perf_event_attr a;
    memset(&a, 0, sizeof a);
    a.type = PERF_TYPE_HARDWARE;
    a.size = sizeof a;
    a.config = what;
    a.pinned = 1; /* always on, or an error: never a share of the time scaled up */
    a.exclude_kernel = 1;
    a.exclude_hv = 1;
    counter c = {.file = (int)syscall(SYS_perf_event_open, &a, 0, -1, -1, 0)};
    c.error = errno;
    if (c.file < 0) return c;
    void *page = mmap(NULL, (size_t)sysconf(_SC_PAGESIZE), PROT_READ, MAP_SHARED, c.file, 0);
    if (page != MAP_FAILED) c.page = page;
    return c;
}

/* From the counter's register where the kernel lets us, by the protocol of
 * linux/perf_event.h: the page changes when the thread is moved. */
static bool read_register(const counter *c, uint64_t *value) {
#if HAVE_TICKS
    const volatile struct perf_event_mmap_page *page = c->page;
    uint32_t sequence;
    if (page == NULL) return false;
    do {
        sequence = page->lock;
        __asm__ volatile("" : : : "memory");
        uint32_t index = page->index;
        if (!page->cap_user_rdpmc || index == 0) return false;
        unsigned unused_bits = 64u - page->pmc_width;
        _mm_lfence();
        int64_t raw = (int64_t)((uint64_t)__rdpmc((int)index - 1) << unused_bits);
        *value = (uint64_t)page->offset + (uint64_t)(raw >> unused_bits);
        __asm__ volatile("" : : : "memory");
    } while (page->lock != sequence);
    return true;
#else
    (void)c;
    (void)value;
    return false;
#endif
}

static uint64_t counter_read(counter *c) {
    uint64_t value = 0;
    if (c->file < 0 || read_register(c, &value)) return value;
    if (read(c->file, &value, sizeof value) == sizeof value) return value;
    close(c->file); /* it lost its place in the processor */
    c->file = -1;
    c->error = EBUSY;
    return 0;
}

static counter cycles = {.file = -1}, instructions = {.file = -1};

static void counters_open(void) {
    cycles = counter_open(PERF_COUNT_HW_CPU_CYCLES);
    instructions = counter_open(PERF_COUNT_HW_INSTRUCTIONS);
}
#else
typedef struct counter {
    int file, error;
} counter;
static counter cycles = {-1, ENOSYS}, instructions = {-1, ENOSYS};
static void counters_open(void) {}
static uint64_t counter_read(counter *c) { return (void)c, 0; }
#endif

/* ---- All of them ---- */

static uint64_t opened_ns, opened_ticks;

void clock_open(void) {
    if (opened_ns != 0) return;
    opened_ns = system_ns(CLOCK_MONOTONIC);
    opened_ticks = ticks();
    counters_open();
}

bool clock_has(int reading) {
    switch (reading) {
    case CPU_NS: return cpu_clock_is_fine();
    case CORE_CYCLES: return cycles.file >= 0;
    case INSTRUCTIONS: return instructions.file >= 0;
    case TICKS: return HAVE_TICKS;
    default: return true;
    }
}

const char *clock_error(void) { return cycles.file >= 0 ? NULL : strerror(cycles.error); }

void clock_before(uint64_t readings[READINGS]) {
    readings[CPU_NS] = system_ns(CLOCK_THREAD_CPUTIME_ID);
    readings[CORE_CYCLES] = counter_read(&cycles);
    readings[INSTRUCTIONS] = counter_read(&instructions);
    readings[WALL_NS] = system_ns(CLOCK_MONOTONIC);
    readings[TICKS] = ticks();
}

void clock_after(uint64_t readings[READINGS]) {
    readings[TICKS] = ticks() - readings[TICKS];
    readings[WALL_NS] = system_ns(CLOCK_MONOTONIC) - readings[WALL_NS];
    readings[INSTRUCTIONS] = counter_read(&instructions) - readings[INSTRUCTIONS];
    readings[CORE_CYCLES] = counter_read(&cycles) - readings[CORE_CYCLES];
    readings[CPU_NS] = system_ns(CLOCK_THREAD_CPUTIME_ID) - readings[CPU_NS];
}

double clock_tick_hz(void) {
    enum { LONG_ENOUGH_NS = 20000000 };
    if (!HAVE_TICKS) return 0;
    uint64_t ns;
    while ((ns = system_ns(CLOCK_MONOTONIC) - opened_ns) < LONG_ENOUGH_NS) continue;
    return (double)(ticks() - opened_ticks) * 1e9 / (double)ns;
}

double clock_core_per_tick(void) {
    enum { CHAINS = 50, CYCLES = 200000 };
    uint64_t best = UINT64_MAX;
    unsigned long chain = 1;
    for (int i = 0; HAVE_TICKS && i < CHAINS; i++) {
        uint64_t start = ticks();
        spin_cycles(CYCLES / 10, &chain);
        uint64_t spent = ticks() - start;
        if (spent < best) best = spent;
    }
    return HAVE_TICKS ? (double)CYCLES / (double)best : 0;
}

double clock_issued_per_tick(void) {
    uint64_t start = ticks();
    issue();
    uint64_t spent = ticks() - start;
    return HAVE_TICKS ? (double)ISSUED / (double)spent : 0;
}

uint64_t clock_await_issued(double least, uint64_t most_ns) {
    enum { IN_A_ROW = 10 }; /* who shares the core pauses for a reading, but seldom for so long */
    uint64_t start = system_ns(CLOCK_MONOTONIC), waited = 0;
    for (int row = 0; HAVE_TICKS && row < IN_A_ROW && waited < most_ns; row++)
        if (clock_issued_per_tick() < least) {
            row = -1;
            waited = system_ns(CLOCK_MONOTONIC) - start;
        }
    return waited;
}
