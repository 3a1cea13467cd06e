/* SPDX-License-Identifier: Apache-2.0 */
#include "cell.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "random.h"

static void run(const fifteen_engine *e, const void *context, int direction, const uint8_t *in,
                uint8_t *out, size_t blocks) {
    (direction == FIFTEEN_ENCRYPT ? e->encrypt : e->decrypt)(context, in, out, blocks);
}

static bool key_both(request *r, cell *c, uint8_t *key) {
    bytes k = {key, c->key_bits / 8};
    return key_context(r, c->engine, c->context, k, c->direction, NULL) &&
           key_context(r, c->reference, c->reference_context, k, c->direction, NULL);
}

/* ---- Begin and end ---- */

/* encrypt or decrypt, alone or after keysetup-, latency- or rekey-N-. */
static bool read_operation(request *r, cell *c) {
    enum { MOST_BLOCKS = 65536, PREFIX = 9 };
    if (!need_word(r, "operation", &c->operation)) return false;
    const char *last = strrchr(c->operation, '-'), *way = last == NULL ? c->operation : last + 1;
    size_t length = (size_t)(way - c->operation); /* with the dash */
    bool encrypts = strcmp(way, "encrypt") == 0;
    c->direction = encrypts ? FIFTEEN_ENCRYPT : FIFTEEN_DECRYPT;
    c->sets_keys = length == PREFIX && strncmp(c->operation, "keysetup-", PREFIX) == 0;
    c->chains = length == PREFIX - 1 && strncmp(c->operation, "latency-", PREFIX - 1) == 0;
    if (strncmp(c->operation, "rekey-", 6) == 0 && length > 7) {
        char *end;
        unsigned long blocks = strtoul(c->operation + 6, &end, 10);
        if (c->operation[6] > '0' && c->operation[6] <= '9' && end == last && blocks <= MOST_BLOCKS)
            c->rekey_blocks = blocks;
    }
    bool known = length == 0 || c->sets_keys || c->chains || c->rekey_blocks > 0;
    if (known && (encrypts || strcmp(way, "decrypt") == 0)) return true;
    return refuse(r, "unknown operation=%s", c->operation);
}

bool cell_begin(request *r, cell *c) {
    enum { MOST_BYTES = 1 << 30 };
    const entry *found;
    uint64_t key_bits, blocks;
    memset(c, 0, sizeof *c);
    if (!need_engine(r, &found) || !read_operation(r, c) ||
        !need_number(r, "key_bits", 65536, &key_bits) ||
        !need_number(r, "blocks", MOST_BYTES / found->engine->block_bytes, &blocks) ||
        !need_number(r, "seed", UINT64_MAX, &c->random) ||
        !need_bytes(r, "known_key", &c->known_key) ||
        !need_bytes(r, "known_plain", &c->known_plain) ||
        !need_bytes(r, "known_cipher", &c->known_cipher))
        return false;
    const fifteen_engine *e = found->engine;
    if (key_bits % 8 != 0) return refuse(r, "key_bits=%" PRIu64 " are no whole bytes", key_bits);
    if (blocks == 0 && !c->sets_keys) return refuse(r, "blocks= is 0");
    if (c->known_plain.size != e->block_bytes || c->known_cipher.size != e->block_bytes)
        return refuse(r, "the known answer is not one block of %u bytes", e->block_bytes);
    c->engine = e;
    c->reference = reference_engine(e->cipher);
    if (c->reference == NULL) c->reference = e;
    c->key_bits = (unsigned)key_bits;
    c->blocks = c->rekey_blocks > 0 ? c->rekey_blocks : (size_t)blocks;
    c->context = new_context(r, e);
    c->reference_context = new_context(r, c->reference);
    return true;
}

void cell_end(cell *c) {
    if (c->engine == NULL) return;
    forget_context(c->engine, c->context);
    forget_context(c->reference, c->reference_context);
}

/* ---- Data ---- */

/* Fresh keys, none equal to the one before it. */
static void draw_keys(cell *c, size_t count) {
    size_t size = c->key_bits / 8;
    for (size_t i = 0; i < count; i++) {
        uint8_t *key = c->keys + i * size;
        do random_bytes(&c->random, key, size);
        while (i > 0 && size > 0 && memcmp(key, key - size, size) == 0);
    }
}

/* What the reference makes of the input, block by block: itself a check of runs. */
static void expect(cell *c, size_t from, size_t to) {
    size_t block = c->engine->block_bytes, back = c->blocks * block; /* to the call before */
    for (size_t i = from; i < to; i += block) {
        const uint8_t *in = c->chains && i >= back ? c->expected + i - back : c->in + i;
        run(c->reference, c->reference_context, c->direction, in, c->expected + i, 1);
    }
}

bool cell_draw(request *r, cell *c, size_t calls) {
    enum { PAGE = 4096 };
    size_t block = c->engine->block_bytes, most_blocks = c->blocks == 0 ? 1 : c->blocks;
    size_t keys = c->sets_keys || c->rekey_blocks > 0 ? calls : 1;
    c->calls = calls;
    c->bytes = c->sets_keys ? block : calls * c->blocks * block;
    c->keys = borrow(r, keys * (c->key_bits / 8), PAGE);
    c->in = borrow(r, most_blocks * block > c->bytes ? most_blocks * block : c->bytes, PAGE);
    c->out = borrow(r, most_blocks * block > c->bytes ? most_blocks * block : c->bytes, PAGE);
    c->expected = borrow(r, c->bytes, PAGE);
    if (!cell_check_known(r, c, "before")) return false;
    random_bytes(&c->random, c->in, c->bytes);
    draw_keys(c, keys);
    if (!key_both(r, c, c->keys)) return false;
    if (!c->sets_keys) expect(c, 0, c->bytes);
    return true;
}

/* ---- Proof ---- */

static bool check_known_run(request *r, cell *c, const char *when, int direction, size_t blocks) {
    bool encrypts = direction == FIFTEEN_ENCRYPT;
    const uint8_t *from = encrypts ? c->known_plain.data : c->known_cipher.data;
    const uint8_t *to = encrypts ? c->known_cipher.data : c->known_plain.data;
    size_t size = c->engine->block_bytes;
    for (size_t i = 0; i < blocks; i++) memcpy(c->in + i * size, from, size);
    memset(c->out, 0, blocks * size);
    run(c->engine, c->context, direction, c->in, c->out, blocks);
    for (size_t i = 0; i < blocks; i++)
        if (memcmp(c->out + i * size, to, size) != 0)
            return refuse(r, "known answer %s the timing is wrong: %s, block %zu of %zu", when,
                          encrypts ? "encrypt" : "decrypt", i + 1, blocks);
    return true;
}

bool cell_check_known(request *r, cell *c, const char *when) {
    if (!key_context(r, c->engine, c->context, c->known_key, FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT,
                     NULL))
        return false;
    return check_known_run(r, c, when, FIFTEEN_ENCRYPT, 1) &&
           check_known_run(r, c, when, FIFTEEN_DECRYPT, 1) &&
           check_known_run(r, c, when, FIFTEEN_ENCRYPT, c->blocks) &&
           check_known_run(r, c, when, FIFTEEN_DECRYPT, c->blocks);
}

static bool draw_and_expect(request *r, cell *c) {
    size_t size = c->bytes / c->calls;
    draw_keys(c, c->calls);
    for (size_t i = 0; i < c->calls; i++) {
        bytes key = {c->keys + i * (c->key_bits / 8), c->key_bits / 8};
        if (!key_context(r, c->reference, c->reference_context, key, c->direction, NULL))
            return false;
        expect(c, i * size, (i + 1) * size);
    }
    return true;
}

bool cell_prepare(request *r, cell *c) {
    if (c->sets_keys) {
        draw_keys(c, c->calls);
        return true;
    }
    if (c->rekey_blocks > 0 && !draw_and_expect(r, c)) return false;
    /* Nothing of the last iteration may pass for this one's work. Reading all of
     * the input and writing all of the output also leaves every iteration the
     * same caches. */
    for (size_t i = 0; i < c->bytes; i++) c->out[i] = (uint8_t)~c->expected[i];
    for (size_t i = 0; i < c->bytes; i += 64) (void)*(volatile const uint8_t *)(c->in + i);
    return true;
}

/* Of the keys set in the iteration only the last is still there to be tried. The
 * others, as many as are quick, are set once more. */
static bool check_keys(request *r, cell *c, uint64_t iteration) {
    enum { QUICK = 64 };
    static const uint8_t zeros[256];
    for (size_t i = c->calls; i > 0 && c->calls - i < QUICK; i--) {
        bytes key = {c->keys + (i - 1) * (c->key_bits / 8), c->key_bits / 8};
        if (i < c->calls && !key_context(r, c->engine, c->context, key, c->direction, NULL))
            return false;
        if (c->engine->set_tweak != NULL) c->engine->set_tweak(c->context, zeros);
        if (!key_context(r, c->reference, c->reference_context, key, c->direction, NULL))
            return false;
        run(c->reference, c->reference_context, c->direction, c->in, c->expected, 1);
        run(c->engine, c->context, c->direction, c->in, c->out, 1);
        if (memcmp(c->out, c->expected, c->bytes) != 0)
            return refuse(r, "key %zu of %zu in iteration %" PRIu64 " gives a wrong block", i,
                          c->calls, iteration);
    }
    return true;
}

bool cell_check(request *r, cell *c, uint64_t iteration) {
    if (c->error != FIFTEEN_OK)
        return refuse(r, "set_key failed in iteration %" PRIu64 ": %d", iteration, c->error);
    if (c->sets_keys) return check_keys(r, c, iteration);
    size_t call_bytes = c->bytes / c->calls;
    if (memcmp(c->out, c->expected, c->bytes) == 0) return true;
    size_t call = 0;
    while (memcmp(c->out + call * call_bytes, c->expected + call * call_bytes, call_bytes) == 0)
        call++;
    return refuse(r, "output of call %zu of %zu in iteration %" PRIu64 " is wrong", call + 1,
                  c->calls, iteration);
}

void cell_answer(request *r, const cell *c) {
    if (word(r, "cell") != NULL) answer_string(r, "cell", word(r, "cell"));
    answer_string(r, "engine", word(r, "engine"));
    answer_string(r, "operation", c->operation);
    answer_number(r, "key_bits", c->key_bits);
    answer_number(r, "blocks", c->blocks);
    answer_number(r, "calls", c->calls);
    answer_number(r, "bytes", c->sets_keys || c->rekey_blocks > 0 ? 0 : c->bytes);
    answer_number(r, "batch", c->engine->batch);
}

void cell_answer_rates(request *r, double core_before, double core_after) {
    if (!clock_has(TICKS)) {
        answer_null(r, "tick_hz");
        answer_null(r, "core_per_tick");
        return;
    }
    answer_real(r, "tick_hz", clock_tick_hz());
    answer_open(r, "core_per_tick", '[');
    answer_real(r, NULL, core_before);
    answer_real(r, NULL, core_after);
    answer_close(r, ']');
}

void cell_answer_issued(request *r, const double *per_tick, size_t count) {
    if (!clock_has(TICKS)) {
        answer_null(r, "issued_per_tick");
        return;
    }
    answer_open(r, "issued_per_tick", '[');
    for (size_t i = 0; i < count; i++) answer_real(r, NULL, per_tick[i]);
    answer_close(r, ']');
}
