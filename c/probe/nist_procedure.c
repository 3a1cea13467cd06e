/* SPDX-License-Identifier: Apache-2.0
 * The measuring programs of "Efficiency Testing of ANSI C Implementations of
 * Round 2 Candidate Algorithms for the Advanced Encryption Standard"
 * (L. E. Bassham, NIST, April 2000), sections 3.1 and 3.2, around the NIST API
 * of one cipher: nist_program.c says of which.
 *
 * What differs from the paper: a user's program can't turn interrupts off; the
 * output is checked after every set; a set of key set-ups uses a new random key.
 * In a virtual machine CPUID traps into the hypervisor, hence the same loop
 * with nothing in it, and with LFENCE in CPUID's place.
 */
#include <limits.h>
#include <string.h>
#include <time.h>

#include "cell.h"
#include "clock.h"
#include "commandline.h"
#include "nist_api.h"
#include "nist_procedure.h"
#include "registry.h"
#include "ticks.h"

/* ---- The NIST API as an engine, so that it is verified like one ---- */

typedef struct nist_context {
    keyInstance key[2]; /* by direction */
    cipherInstance cipher;
} nist_context;

static void write_hex(const uint8_t *data, size_t size, char *text) {
    for (size_t i = 0; i < size; i++, data++) {
        *text++ = "0123456789abcdef"[*data >> 4];
        *text++ = "0123456789abcdef"[*data & 15];
    }
    *text = '\0';
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    nist_context *c = context;
    char text[MAX_KEY_SIZE + 1];
    if (key_bits / 4 > MAX_KEY_SIZE) return FIFTEEN_BAD_KEY_BITS;
    write_hex(key, key_bits / 8, text);
    if (cipherInit(&c->cipher, MODE_ECB, NULL) != TRUE) return FIFTEEN_FAILED;
    for (BYTE direction = DIR_ENCRYPT; direction <= DIR_DECRYPT; direction++) {
        int wanted = direction == DIR_ENCRYPT ? FIFTEEN_ENCRYPT : FIFTEEN_DECRYPT;
        if ((directions & wanted) != 0 &&
            makeKey(&c->key[direction], direction, (int)key_bits, text) != TRUE)
            return FIFTEEN_BAD_KEY_BITS;
    }
    return FIFTEEN_OK;
}

static int block_bits(size_t blocks);

/* The API takes pointers to what it only reads. */
static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    nist_context *c = (nist_context *)context;
    blockEncrypt(&c->cipher, &c->key[DIR_ENCRYPT], in, block_bits(blocks), out);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    nist_context *c = (nist_context *)context;
    blockDecrypt(&c->cipher, &c->key[DIR_DECRYPT], in, block_bits(blocks), out);
}

static void wipe(void *context) { memset(context, 0, sizeof(nist_context)); }

/* The rest is that of the engine behind it. */
static fifteen_engine nist_engine;
static const fifteen_engine *const engines[] = {&nist_engine, NULL};

static int block_bits(size_t blocks) { return (int)(8 * nist_engine.block_bytes * blocks); }

static const fifteen_plugin *nist_plugin(const fifteen_engine *behind, const char *name) {
    static fifteen_plugin plugin;
    nist_engine = *behind;
    nist_engine.name = name;
    nist_engine.context_bytes = sizeof(nist_context);
    nist_engine.context_align = _Alignof(nist_context);
    nist_engine.set_key = set_key;
    nist_engine.encrypt = encrypt;
    nist_engine.decrypt = decrypt;
    nist_engine.wipe = wipe;
    nist_engine.modes = NULL;
    plugin = *fifteen_plugin_1();
    plugin.engines = engines;
    return &plugin;
}

/* ---- What is timed ---- */

enum { NOTHING, KEY_SETUP, ENCRYPT, DECRYPT };

typedef struct task {
    cell *c;
    nist_context *context;
    BYTE direction;
    char *key_texts; /* the keys of the cell in ASCII, text_bytes each */
    size_t text_bytes;
} task;

static inline void perform(const task *t, int what) {
    const cell *c = t->c;
    nist_context *n = t->context;
    if (what == KEY_SETUP)
        for (size_t i = 0; i < c->calls; i++)
            makeKey(&n->key[t->direction], t->direction, (int)c->key_bits,
                    t->key_texts + i * t->text_bytes);
    else if (what == ENCRYPT)
        blockEncrypt(&n->cipher, &n->key[DIR_ENCRYPT], c->in, block_bits(c->blocks), c->out);
    else if (what == DECRYPT)
        blockDecrypt(&n->cipher, &n->key[DIR_DECRYPT], c->in, block_bits(c->blocks), c->out);
}

#if HAVE_TICKS
static inline uint64_t cpuid_ticks(void) {
    unsigned a = 0, b, c = 0, d;
    __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d) : : "memory");
    return __rdtsc();
}
#else
static inline uint64_t cpuid_ticks(void) { return 0; }
#endif

static uint64_t count_cpuid(const task *t, int what) {
    uint64_t start = cpuid_ticks();
    perform(t, what);
    return cpuid_ticks() - start;
}

static uint64_t count_lfence(const task *t, int what) {
    uint64_t start = ticks();
    perform(t, what);
    return ticks() - start;
}

static uint64_t count_clock(const task *t, int what) {
    clock_t start = clock();
    perform(t, what);
    return (uint64_t)(clock() - start);
}

/* ---- The verb ---- */

/* The empty loop runs in turn with the work: the price of CPUID in a virtual
 * machine drifts. */
static bool run_sets(request *r, const task *t, int what, size_t sets, uint64_t *values,
                     uint64_t *empty, double *issued_per_tick,
                     uint64_t (*count)(const task *, int)) {
    cell *c = t->c;
    for (size_t i = 0; i < sets; i++) {
        if (!cell_prepare(r, c)) return false;
        for (size_t k = 0; c->kind == SET_KEYS && k < c->calls; k++)
            write_hex(c->keys + k * (c->key_bits / 8), c->key_bits / 8,
                      t->key_texts + k * t->text_bytes);
        empty[i] = count(t, NOTHING);
        values[i] = count(t, what);
        issued_per_tick[i] = clock_issued_per_tick();
        cell_await_core(c, issued_per_tick[i]);
        if (!cell_check(r, c, i + 1)) return false;
    }
    return true;
}

static bool published_cell(request *r, cell *c) {
    enum { TIMED_KEYS = 10000, MOST_SETS = 1000000 };
    static const char *const procedures[] = {"nist-cycles", "nist-timing", NULL};
    static const char *const serialisers[] = {"cpuid", "lfence", NULL};
    size_t procedure, serialiser;
    uint64_t asked = 1000;
    const char *name;
    if (!need_word(r, "procedure", &name) || !choose(r, "procedure", procedures, &procedure) ||
        !choose(r, "serialise", serialisers, &serialiser) ||
        (word(r, "sets") != NULL && !need_number(r, "sets", MOST_SETS, &asked)) ||
        !cell_begin(r, c))
        return false;
    bool cycles = procedure == 0;
    size_t sets = (size_t)asked;
    if (sets == 0) return refuse(r, "sets= is 0");
    if (cycles && !HAVE_TICKS) return refuse(r, "this program reads no time-stamp counter");
    if (!cycles && word(r, "serialise") != NULL) return refuse(r, "%s serialises nothing", name);
    if (c->kind != ECB && c->kind != SET_KEYS)
        return refuse(r, "no procedure has %s", c->operation);
    if (c->engine != &nist_engine) return refuse(r, "only the NIST API is measured like this");
    if (c->blocks > INT_MAX / (8 * nist_engine.block_bytes))
        return refuse(r, "blocks=%zu is more than the NIST API takes in a call", c->blocks);
    if (!cell_draw(r, c, c->kind == SET_KEYS && !cycles ? TIMED_KEYS : 1)) return false;

    size_t text_bytes = c->key_bits / 4 + 1;
    task t = {.c = c,
              .context = c->context,
              .direction = c->direction == FIFTEEN_ENCRYPT ? DIR_ENCRYPT : DIR_DECRYPT,
              .key_texts = borrow(r, c->calls * text_bytes, 64),
              .text_bytes = text_bytes};
    int what = c->direction == FIFTEEN_ENCRYPT ? ENCRYPT : DECRYPT;
    if (c->kind == SET_KEYS) what = KEY_SETUP;
    uint64_t (*count)(const task *, int) = serialiser == 0 ? count_cpuid : count_lfence;
    if (!cycles) count = count_clock;
    uint64_t *values = borrow(r, sets * sizeof *values, 64);
    uint64_t *empty = borrow(r, sets * sizeof *empty, 64);
    double *issued_per_tick = borrow(r, sets * sizeof *issued_per_tick, 64);
    clock_open();
    c->core_per_tick = clock_core_per_tick();
    for (int flush = 0; flush < 2; flush++) cpuid_ticks();
    if (!run_sets(r, &t, what, sets, values, empty, issued_per_tick, count)) return false;
    double core_after = clock_core_per_tick();
    if (!cell_check_known(r, c, "after")) return false;

    answer_string(r, "procedure", name);
    cell_answer(r, c);
    answer_numbers(r, "values", values, sets);
    answer_numbers(r, "empty", empty, sets);
    answer_string(r, "unit", cycles ? "ticks" : "clock");
    answer_number(r, "clocks_per_second", (uint64_t)CLOCKS_PER_SEC);
    cell_answer_rates(r, c, core_after);
    cell_answer_issued(r, issued_per_tick, sets);
    return true;
}

static bool published(request *r) {
    cell c;
    memset(&c, 0, sizeof c);
    bool done = published_cell(r, &c);
    cell_end(&c);
    return done;
}

int nist_program(const fifteen_engine *behind, const char *name, int argc, char **argv) {
    static const verb verbs[] = {
        {.name = "list", .words = "", .run = list},
        {.name = "crypt", .words = CRYPT_WORDS, .run = crypt},
        {.name = "mct", .words = MCT_WORDS, .run = mct},
        {.name = "time", .words = MEASURE_WORDS, .run = measure},
        {.name = "published",
         .words = "procedure cell sets serialise " CELL_WORDS,
         .run = published},
        {.name = NULL},
    };
    add_plugin(nist_plugin(behind, name), argv[0]);
    serve(read_command_line(argc, argv), verbs);
    return 0;
}
