/* SPDX-License-Identifier: Apache-2.0
 * One engine with one operation, its data, and the proof around its timing. */
#ifndef FIFTEEN_CELL_H
#define FIFTEEN_CELL_H

#include "registry.h"

/* What is timed. The modes, from CTR on, are the library's over the engine. */
typedef enum kind { ECB, SET_KEYS, LATENCY, REKEY, CTR, CBC, XTS } kind;

typedef struct cell {
    const fifteen_engine *engine;
    const fifteen_engine *reference; /* who says what the output has to be */
    void *context, *reference_context;
    void *tweak_context; /* the engine's under XTS's second key; else NULL */
    const char *operation;
    kind kind;
    int direction; /* FIFTEEN_ENCRYPT or FIFTEEN_DECRYPT */
    unsigned key_bits;
    size_t blocks;   /* in a call */
    size_t calls;    /* in an iteration: of encrypt, decrypt or a mode, or of set_key */
    size_t bytes;    /* of in, out and expected */
    uint64_t random; /* the state of the generator */
    uint8_t *keys;   /* one a call where calls set keys, two for XTS, else one */
    uint8_t *in, *out, *expected;
    uint8_t *ivs, *drawn; /* a block a call of a mode, IV or data unit: used up, and as drawn */
    bytes known_key, known_plain, known_cipher;
    double core_per_tick; /* before the first iteration */
    uint64_t width;       /* instructions in a thousand cycles, least of a core of our own; or 0 */
    uint64_t waited_ns;   /* for such a core */
    int error;            /* of a call that failed in an iteration */
} cell;

#define CELL_WORDS "engine operation key_bits blocks seed known_key known_plain known_cipher width"

/* Reads CELL_WORDS and makes both contexts, which cell_end forgets. */
bool cell_begin(request *r, cell *c);
void cell_end(cell *c);

/* Draws the data for `calls` calls; keys the engine and works out what to expect
 * unless setting keys is the operation. */
bool cell_draw(request *r, cell *c, size_t calls);

/* The known answer, both ways, in one block and in a run of blocks. */
bool cell_check_known(request *r, cell *c, const char *when);

/* Before an iteration: new keys, an output that can't be right yet. */
bool cell_prepare(request *r, cell *c);
/* After it: if another program shared the core then, as the reading says, waits until none does,
 * for half a second a cell at most. Else nothing comes between iterations, which would cool them.
 */
void cell_await_core(cell *c, double issued_per_tick);
/* Then: false after refuse() unless everything in it was right. */
bool cell_check(request *r, cell *c, uint64_t iteration);

/* Adds what all answers about a cell repeat. */
void cell_answer(request *r, const cell *c);
/* Adds tick_hz, core_per_tick, measured before and after the cell, and waited_ns. */
void cell_answer_rates(request *r, const cell *c, double core_after);
/* Adds issued_per_tick, read after each of `count` repetitions. */
void cell_answer_issued(request *r, const double *per_tick, size_t count);

#endif
