/* SPDX-License-Identifier: Apache-2.0 */
#include "cell.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "random.h"

enum { MOST_BLOCK = 32, XTS_BLOCK = 16, PAGE = 4096 };

static void run(const fifteen_engine *e, const void *context, int direction, const uint8_t *in,
                uint8_t *out, size_t blocks) {
    (direction == FIFTEEN_ENCRYPT ? e->encrypt : e->decrypt)(context, in, out, blocks);
}

static bool key_both(request *r, cell *c, uint8_t *key) {
    bytes k = {key, c->key_bits / 8};
    return key_context(r, c->engine, c->context, k, c->direction, NULL) &&
           key_context(r, c->reference, c->reference_context, k, c->direction, NULL);
}

static bool sets_keys(const cell *c) { return c->kind == SET_KEYS || c->kind == REKEY; }
static bool is_mode(const cell *c) { return c->kind >= CTR; }

/* ---- Begin and end ---- */

static const struct {
    const char *name;
    kind kind;
    int direction;
} operations[] = {
    {"encrypt", ECB, FIFTEEN_ENCRYPT},
    {"decrypt", ECB, FIFTEEN_DECRYPT},
    {"keysetup-encrypt", SET_KEYS, FIFTEEN_ENCRYPT},
    {"keysetup-decrypt", SET_KEYS, FIFTEEN_DECRYPT},
    {"latency-encrypt", LATENCY, FIFTEEN_ENCRYPT},
    {"latency-decrypt", LATENCY, FIFTEEN_DECRYPT},
    {"ctr", CTR, FIFTEEN_ENCRYPT},
    {"cbc-encrypt", CBC, FIFTEEN_ENCRYPT},
    {"cbc-decrypt", CBC, FIFTEEN_DECRYPT},
    {"xts-encrypt", XTS, FIFTEEN_ENCRYPT},
    {"xts-decrypt", XTS, FIFTEEN_DECRYPT},
};

/* The N of rekey-N-encrypt, which leaves `name` at encrypt; 0 where there is none. */
static size_t take_rekey_blocks(const char **name) {
    enum { MOST_BLOCKS = 65536, PREFIX = 6 };
    if (strncmp(*name, "rekey-", PREFIX) != 0) return 0;
    const char *number = *name + PREFIX;
    char *end;
    unsigned long blocks = strtoul(number, &end, 10);
    if (*number < '1' || *number > '9' || *end != '-' || blocks > MOST_BLOCKS) return 0;
    *name = end + 1;
    return blocks;
}

static bool read_operation(request *r, cell *c) {
    if (!need_word(r, "operation", &c->operation)) return false;
    const char *name = c->operation;
    c->blocks = take_rekey_blocks(&name);
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++)
        if (strcmp(name, operations[i].name) == 0) {
            c->kind = operations[i].kind;
            c->direction = operations[i].direction;
            if (c->blocks == 0) return true;
            if (c->kind != ECB) break; /* a new key every so many blocks is ECB's alone */
            c->kind = REKEY;
            return true;
        }
    return refuse(r, "unknown operation=%s", c->operation);
}

bool cell_begin(request *r, cell *c) {
    enum { MOST_BYTES = 1 << 30, MOST_WIDTH = 100000 };
    const entry *found;
    uint64_t key_bits, blocks;
    memset(c, 0, sizeof *c);
    if (!need_engine(r, &found) || !read_operation(r, c) ||
        !need_number(r, "key_bits", 65536, &key_bits) ||
        !need_number(r, "blocks", MOST_BYTES / found->engine->block_bytes, &blocks) ||
        !need_number(r, "seed", UINT64_MAX, &c->random) ||
        !need_bytes(r, "known_key", &c->known_key) ||
        !need_bytes(r, "known_plain", &c->known_plain) ||
        !need_bytes(r, "known_cipher", &c->known_cipher) ||
        (word(r, "width") != NULL && !need_number(r, "width", MOST_WIDTH, &c->width)))
        return false;
    const fifteen_engine *e = found->engine;
    if (key_bits % 8 != 0) return refuse(r, "key_bits=%" PRIu64 " are no whole bytes", key_bits);
    if (blocks == 0 && c->kind != SET_KEYS) return refuse(r, "blocks= is 0");
    if (c->known_plain.size != e->block_bytes || c->known_cipher.size != e->block_bytes)
        return refuse(r, "the known answer is not one block of %u bytes", e->block_bytes);
    if (c->kind == XTS && e->block_bytes != XTS_BLOCK)
        return refuse(r, "%s takes blocks of %d bytes, not %u", c->operation, XTS_BLOCK,
                      e->block_bytes);
    c->engine = e;
    c->reference = reference_engine(e->cipher);
    if (c->reference == NULL) c->reference = e;
    c->key_bits = (unsigned)key_bits;
    if (c->kind != REKEY) c->blocks = (size_t)blocks;
    c->context = new_context(r, e);
    c->reference_context = new_context(r, c->reference);
    if (c->kind == XTS) c->tweak_context = new_context(r, e);
    return true;
}

void cell_end(cell *c) {
    if (c->engine == NULL) return;
    forget_context(c->engine, c->context);
    forget_context(c->reference, c->reference_context);
    if (c->kind == XTS) forget_context(c->engine, c->tweak_context);
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

/* A block by the reference. */
static void refer(const cell *c, const uint8_t *in, uint8_t *out) {
    run(c->reference, c->reference_context, c->direction, in, out, 1);
}

/* What the reference makes of the input, block by block: itself a check of runs. */
static void expect(cell *c, size_t from, size_t to) {
    size_t block = c->engine->block_bytes, back = c->blocks * block; /* to the call before */
    for (size_t i = from; i < to; i += block) {
        const uint8_t *in = c->kind == LATENCY && i >= back ? c->expected + i - back : c->in + i;
        refer(c, in, c->expected + i);
    }
}

static void xor_block(uint8_t *out, const uint8_t *other, size_t size) {
    for (size_t i = 0; i < size; i++) out[i] ^= other[i];
}

/* One more, as a big-endian number. */
static void count_up(uint8_t *counter, size_t size) {
    while (size > 0 && ++counter[--size] == 0) continue;
}

/* Times the generator of GF(2^128), the first byte the least (IEEE 1619-2007, 5.2). */
static void times_alpha(uint8_t *tweak) {
    unsigned carry = 0;
    for (size_t i = 0; i < XTS_BLOCK; i++) {
        carry |= (unsigned)tweak[i] << 1;
        tweak[i] = (uint8_t)carry;
        carry >>= 8;
    }
    if (carry != 0) tweak[0] ^= 0x87;
}

/* One block of a mode as the standard defines it, without the library's modes. The chain, which is
 * moved on, is the counter, the last ciphertext or the tweak. */
static void expect_mode(const cell *c, uint8_t *chain, const uint8_t *in, uint8_t *out) {
    size_t size = c->engine->block_bytes;
    uint8_t block[MOST_BLOCK];
    memcpy(block, in, size);
    if (c->kind == CTR) {
        refer(c, chain, out);
        xor_block(out, in, size);
        count_up(chain, size);
    } else if (c->kind == XTS) {
        xor_block(block, chain, size);
        refer(c, block, out);
        xor_block(out, chain, size);
        times_alpha(chain);
    } else if (c->direction == FIFTEEN_ENCRYPT) { /* CBC */
        xor_block(block, chain, size);
        refer(c, block, out);
        memcpy(chain, out, size);
    } else {
        refer(c, in, out);
        xor_block(out, chain, size);
        memcpy(chain, in, size);
    }
}

/* The first tweak of each call: its data unit's number, encrypted under the second key. */
static bool encrypt_units(request *r, cell *c, uint8_t *tweaks) {
    bytes key = {c->keys + c->key_bits / 8, c->key_bits / 8};
    if (!key_context(r, c->engine, c->tweak_context, key, FIFTEEN_ENCRYPT, NULL) ||
        !key_context(r, c->reference, c->reference_context, key, FIFTEEN_ENCRYPT, NULL))
        return false;
    run(c->reference, c->reference_context, FIFTEEN_ENCRYPT, c->drawn, tweaks, c->calls);
    return true;
}

/* Every call is a message of its own. */
static bool draw_mode(request *r, cell *c) {
    size_t block = c->engine->block_bytes, size = c->calls * block;
    uint8_t *chains = borrow(r, size, 1);
    c->ivs = borrow(r, size, PAGE);
    c->drawn = borrow(r, size, PAGE);
    random_bytes(&c->random, c->drawn, size);
    memcpy(chains, c->drawn, size);
    if (c->kind == XTS && !encrypt_units(r, c, chains)) return false;
    if (!key_both(r, c, c->keys)) return false;
    for (size_t i = 0; i < c->bytes; i += block)
        expect_mode(c, chains + i / (c->blocks * block) * block, c->in + i, c->expected + i);
    return true;
}

bool cell_draw(request *r, cell *c, size_t calls) {
    size_t block = c->engine->block_bytes, most_blocks = c->blocks == 0 ? 1 : c->blocks;
    size_t keys = sets_keys(c) ? calls : c->kind == XTS ? 2 : 1;
    c->calls = calls;
    c->bytes = c->kind == SET_KEYS ? block : calls * c->blocks * block;
    c->keys = borrow(r, keys * (c->key_bits / 8), PAGE);
    c->in = borrow(r, most_blocks * block > c->bytes ? most_blocks * block : c->bytes, PAGE);
    c->out = borrow(r, most_blocks * block > c->bytes ? most_blocks * block : c->bytes, PAGE);
    c->expected = borrow(r, c->bytes, PAGE);
    if (!cell_check_known(r, c, "before")) return false;
    random_bytes(&c->random, c->in, c->bytes);
    draw_keys(c, keys);
    if (is_mode(c)) return draw_mode(r, c);
    if (!key_both(r, c, c->keys)) return false;
    if (c->kind != SET_KEYS) expect(c, 0, c->bytes);
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
    if (c->kind == SET_KEYS) {
        draw_keys(c, c->calls);
        return true;
    }
    if (c->kind == REKEY && !draw_and_expect(r, c)) return false;
    if (is_mode(c)) memcpy(c->ivs, c->drawn, c->calls * c->engine->block_bytes);
    /* Nothing of the last iteration may pass for this one's work. Reading all of
     * the input and writing all of the output also leaves every iteration the
     * same caches. */
    for (size_t i = 0; i < c->bytes; i++) c->out[i] = (uint8_t)~c->expected[i];
    for (size_t i = 0; i < c->bytes; i += 64) (void)*(volatile const uint8_t *)(c->in + i);
    return true;
}

void cell_await_core(cell *c, double issued_per_tick) {
    enum { PATIENCE_NS = 500000000 };
    if (c->width == 0 || c->waited_ns >= PATIENCE_NS) return;
    const double least = (double)c->width / 1000 * c->core_per_tick;
    if (issued_per_tick >= least) return;
    c->waited_ns += clock_await_issued(least, PATIENCE_NS - c->waited_ns);
}

/* Of the keys set in the iteration only the last is still there to be tried. The
 * others, as many as are quick, are set once more. */
static bool check_keys(request *r, cell *c, uint64_t iteration) {
    enum { QUICK = 64 };
    static const uint8_t zeros[MOST_TWEAK];
    for (size_t i = c->calls; i > 0 && c->calls - i < QUICK; i--) {
        bytes key = {c->keys + (i - 1) * (c->key_bits / 8), c->key_bits / 8};
        if (i < c->calls && !key_context(r, c->engine, c->context, key, c->direction, NULL))
            return false;
        if (c->engine->set_tweak != NULL) c->engine->set_tweak(c->context, zeros);
        if (!key_context(r, c->reference, c->reference_context, key, c->direction, NULL))
            return false;
        refer(c, c->in, c->expected);
        run(c->engine, c->context, c->direction, c->in, c->out, 1);
        if (memcmp(c->out, c->expected, c->bytes) != 0)
            return refuse(r, "key %zu of %zu in iteration %" PRIu64 " gives a wrong block", i,
                          c->calls, iteration);
    }
    return true;
}

bool cell_check(request *r, cell *c, uint64_t iteration) {
    if (c->error != FIFTEEN_OK)
        return refuse(r, "%s failed in iteration %" PRIu64 ": %d", c->operation, iteration,
                      c->error);
    if (c->kind == SET_KEYS) return check_keys(r, c, iteration);
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
    answer_number(r, "bytes", sets_keys(c) ? 0 : c->bytes);
    answer_number(r, "batch", c->engine->batch);
}

void cell_answer_rates(request *r, const cell *c, double core_after) {
    answer_number(r, "waited_ns", c->waited_ns);
    if (!clock_has(TICKS)) {
        answer_null(r, "tick_hz");
        answer_null(r, "core_per_tick");
        return;
    }
    answer_real(r, "tick_hz", clock_tick_hz());
    answer_open(r, "core_per_tick", '[');
    answer_real(r, NULL, c->core_per_tick);
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
