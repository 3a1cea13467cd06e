/* SPDX-License-Identifier: Apache-2.0
 * The verb that measures: time. */
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "clock.h"

enum { LEAST_BYTES = 16384, KEYS = 64, WARMUP = 10 };

/* ---- What is timed ---- */

/* Engines are called as a user calls them: through the descriptor. */
static void set_keys(cell *c) {
    size_t size = c->key_bits / 8;
    for (size_t i = 0; i < c->calls; i++)
        c->error |= c->engine->set_key(c->context, c->keys + i * size, c->key_bits, c->direction);
}

static void encrypt(cell *c) {
    size_t size = c->bytes / c->calls;
    for (size_t i = 0; i < c->bytes; i += size)
        c->engine->encrypt(c->context, c->in + i, c->out + i, c->blocks);
}

static void decrypt(cell *c) {
    size_t size = c->bytes / c->calls;
    for (size_t i = 0; i < c->bytes; i += size)
        c->engine->decrypt(c->context, c->in + i, c->out + i, c->blocks);
}

/* The same loop without a call. */
static void nothing(cell *c) {
    for (size_t i = 0; i < c->calls; i++) __asm__ volatile("" : : "r"(c->in + i) : "memory");
}

/* ---- Lists of values ---- */

static const struct {
    const char *list, *empty;
} names[READINGS] = {
    [CPU_NS] = {"cpu_ns", "empty_cpu_ns"},
    [CORE_CYCLES] = {"core_cycles", "empty_core_cycles"},
    [INSTRUCTIONS] = {"instructions", "empty_instructions"},
    [WALL_NS] = {"wall_ns", "empty_ns"},
    [TICKS] = {"ticks", "empty_ticks"},
};

typedef struct values {
    uint64_t *of[READINGS];
    size_t count;
} values;

static values new_values(request *r, size_t count) {
    values v = {.count = count};
    for (int k = 0; k < READINGS; k++) v.of[k] = borrow(r, count * sizeof *v.of[k], 64);
    return v;
}

static void time_once(values *v, size_t i, cell *c, void (*work)(cell *)) {
    uint64_t readings[READINGS];
    clock_before(readings);
    work(c);
    clock_after(readings);
    for (int k = 0; k < READINGS; k++) v->of[k][i] = readings[k];
}

static int ascending(const void *a, const void *b) {
    uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static uint64_t median(uint64_t *of, size_t count) {
    qsort(of, count, sizeof *of, ascending);
    return of[count / 2];
}

/* ---- The verb ---- */

static bool iterate(request *r, cell *c, values *v, uint64_t first) {
    void (*work)(cell *) = c->direction == FIFTEEN_ENCRYPT ? encrypt : decrypt;
    if (c->sets_keys) work = set_keys;
    for (size_t i = 0; i < v->count; i++) {
        cell_prepare(c);
        time_once(v, i, c, work);
        if (!cell_check(r, c, first + i + 1)) return false;
    }
    return true;
}

static bool measure_cell(request *r, cell *c) {
    enum { MOST = 10000000, EMPTY = 101 };
    uint64_t iterations, warmup = WARMUP;
    const char *name;
    if (!need_word(r, "cell", &name) || !cell_begin(r, c) ||
        !need_number(r, "iterations", MOST, &iterations) ||
        (word(r, "warmup") != NULL && !need_number(r, "warmup", MOST, &warmup)))
        return false;
    if (iterations == 0) return refuse(r, "iterations= is 0");
    size_t call_bytes = c->blocks * c->engine->block_bytes;
    size_t calls = c->sets_keys ? KEYS : (LEAST_BYTES + call_bytes - 1) / call_bytes;
    if (!cell_draw(r, c, calls)) return false;

    clock_open();
    values warm = new_values(r, (size_t)warmup), timed = new_values(r, (size_t)iterations),
           empty = new_values(r, EMPTY);
    double core_before = clock_core_per_tick();
    if (!iterate(r, c, &warm, 0)) return false;
    for (size_t i = 0; i < empty.count; i++) time_once(&empty, i, c, nothing);
    if (!iterate(r, c, &timed, warmup)) return false;
    double core_after = clock_core_per_tick();
    if (!cell_check_known(r, c, "after")) return false;

    cell_answer(r, c);
    for (int k = 0; k < READINGS; k++) {
        if (clock_has(k)) {
            answer_numbers(r, names[k].list, timed.of[k], timed.count);
            answer_number(r, names[k].empty, median(empty.of[k], empty.count));
        } else {
            answer_null(r, names[k].list);
            answer_null(r, names[k].empty);
        }
    }
    cell_answer_rates(r, core_before, core_after);
    answer_numbers(r, "warmup_ns", warm.of[WALL_NS], warm.count);
    return true;
}

bool measure(request *r) {
    cell c;
    memset(&c, 0, sizeof c);
    bool done = measure_cell(r, &c);
    cell_end(&c);
    return done;
}
