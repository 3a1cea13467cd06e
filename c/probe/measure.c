/* SPDX-License-Identifier: Apache-2.0
 * The verbs that measure: time, and count for a tool that counts instructions. */
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

typedef void (*work)(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);

static work way_of(const cell *c) {
    return c->direction == FIFTEEN_ENCRYPT ? c->engine->encrypt : c->engine->decrypt;
}

/* No call can begin before the last one ends: its output is the input. */
static void chain(cell *c) {
    size_t size = c->bytes / c->calls;
    work run = way_of(c);
    const uint8_t *in = c->in;
    for (uint8_t *out = c->out; out < c->out + c->bytes; in = out, out += size)
        run(c->context, in, out, c->blocks);
}

static void rekey(cell *c) {
    size_t key = c->key_bits / 8, size = c->bytes / c->calls;
    work run = way_of(c);
    for (size_t i = 0; i < c->calls; i++) {
        c->error |= c->engine->set_key(c->context, c->keys + i * key, c->key_bits, c->direction);
        run(c->context, c->in + i * size, c->out + i * size, c->blocks);
    }
}

/* ---- The modes: every call a message of its own, under its own IV ---- */

static void ctr(cell *c) {
    size_t block = c->engine->block_bytes, size = c->bytes / c->calls;
    for (size_t i = 0; i < c->calls; i++)
        fifteen_ctr(c->engine, c->context, c->ivs + i * block, 0, c->in + i * size,
                    c->out + i * size, size);
}

static void cbc(cell *c) {
    size_t block = c->engine->block_bytes, size = c->bytes / c->calls;
    bool encrypts = c->direction == FIFTEEN_ENCRYPT;
    for (size_t i = 0; i < c->calls; i++)
        (encrypts ? fifteen_cbc_encrypt : fifteen_cbc_decrypt)(c->engine, c->context,
                                                               c->ivs + i * block, c->in + i * size,
                                                               c->out + i * size, c->blocks);
}

static void xts(cell *c) {
    size_t block = c->engine->block_bytes, size = c->bytes / c->calls;
    bool encrypts = c->direction == FIFTEEN_ENCRYPT;
    for (size_t i = 0; i < c->calls; i++)
        c->error |= (encrypts ? fifteen_xts_encrypt : fifteen_xts_decrypt)(
            c->engine, c->context, c->tweak_context, c->ivs + i * block, c->in + i * size,
            c->out + i * size, size);
}

/* ---- Which it is ---- */

/* The same loop without a call. */
static void nothing(cell *c) {
    for (size_t i = 0; i < c->calls; i++) __asm__ volatile("" : : "r"(c->in + i) : "memory");
}

typedef void (*repetition)(cell *c);

static repetition what_is_timed(const cell *c) {
    static const repetition others[] = {[SET_KEYS] = set_keys, [LATENCY] = chain, [REKEY] = rekey,
                                        [CTR] = ctr,           [CBC] = cbc,       [XTS] = xts};
    if (c->kind == ECB) return c->direction == FIFTEEN_ENCRYPT ? encrypt : decrypt;
    return others[c->kind];
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
    double *issued_per_tick; /* right after each */
    size_t count;
} values;

static values new_values(request *r, size_t count) {
    values v = {.count = count};
    for (int k = 0; k < READINGS; k++) v.of[k] = borrow(r, count * sizeof *v.of[k], 64);
    v.issued_per_tick = borrow(r, count * sizeof *v.issued_per_tick, 64);
    return v;
}

static void time_once(values *v, size_t i, cell *c, repetition timed) {
    uint64_t readings[READINGS];
    clock_before(readings);
    timed(c);
    clock_after(readings);
    v->issued_per_tick[i] = clock_issued_per_tick();
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

/* ---- time ---- */

static bool iterate(request *r, cell *c, values *v, uint64_t first) {
    repetition timed = what_is_timed(c);
    for (size_t i = 0; i < v->count; i++) {
        if (!cell_prepare(r, c)) return false;
        time_once(v, i, c, timed);
        cell_await_core(c, v->issued_per_tick[i]);
        if (!cell_check(r, c, first + i + 1)) return false;
    }
    return true;
}

static size_t calls_of(const cell *c) {
    enum { LEAST_KEYS = 16 };
    size_t call_bytes = c->blocks * c->engine->block_bytes;
    if (c->kind == SET_KEYS) return KEYS;
    if (c->kind == REKEY) return c->blocks < KEYS / LEAST_KEYS ? KEYS / c->blocks : LEAST_KEYS;
    return (LEAST_BYTES + call_bytes - 1) / call_bytes;
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
    if (!cell_draw(r, c, calls_of(c))) return false;

    clock_open();
    values warm = new_values(r, (size_t)warmup), timed = new_values(r, (size_t)iterations),
           empty = new_values(r, EMPTY);
    c->core_per_tick = clock_core_per_tick();
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
    if (clock_error() == NULL)
        answer_null(r, "counter_error");
    else
        answer_string(r, "counter_error", clock_error());
    cell_answer_rates(r, c, core_after);
    cell_answer_issued(r, timed.issued_per_tick, timed.count);
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

/* ---- count ---- */

/* What callgrind collects, by this name; called through a pointer, so that it stays one. */
void fifteen_counted(cell *c, repetition counted);
void fifteen_counted(cell *c, repetition counted) {
    counted(c);
    __asm__ volatile("" : : : "memory"); /* no tail call: it ends after the work */
}

/* One call, and no call, each once through fifteen_counted. The first call is not counted: it may
 * look for functions of other libraries. */
static bool count_cell(request *r, cell *c) {
    void (*volatile counted)(cell *, repetition) = fifteen_counted;
    if (!cell_begin(r, c) || !cell_draw(r, c, 1)) return false;
    repetition call = what_is_timed(c);
    for (int again = 0; again < 2; again++) {
        if (!cell_prepare(r, c)) return false;
        if (again == 0)
            call(c);
        else
            counted(c, call);
        if (!cell_check(r, c, 1)) return false;
    }
    counted(c, nothing);
    if (!cell_check_known(r, c, "after")) return false;
    cell_answer(r, c);
    return true;
}

bool count(request *r) {
    cell c;
    memset(&c, 0, sizeof c);
    bool done = count_cell(r, &c);
    cell_end(&c);
    return done;
}
