/* SPDX-License-Identifier: Apache-2.0
 * The modes of operation over every engine, against the standards' formulas
 * written out block by block; and that an engine's fused modes are used. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "context.h"
#include "random.h"

enum {
    BOTH = FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT,
    BUFFER = 8192, /* of modes.c, which does less at a time but for the largest batches */
    ROOM = 2 * BUFFER + 200,
    MAX_BLOCK = 32,
    XTS_BLOCK = 16,
};

static uint64_t seed = 1;
static uint8_t iv[MAX_BLOCK], plain[ROOM], expected[ROOM], buffer[ROOM + 16];

/* An engine, keyed twice: XTS has two keys. */
typedef struct {
    const fifteen_engine *e;
    void *context, *tweak_context, *memory[2];
} keyed;

static keyed set_up(const fifteen_engine *e) {
    uint8_t key[2][512];
    keyed k = {.e = e};
    k.context = new_context(e, &k.memory[0]);
    k.tweak_context = new_context(e, &k.memory[1]);
    random_bytes(&seed, key[0], sizeof key);
    e->set_key(k.context, key[0], e->key_bits.max, BOTH);
    e->set_key(k.tweak_context, key[1], e->key_bits.max, FIFTEEN_ENCRYPT);
    return k;
}

static void tear_down(keyed *k) {
    k->e->wipe(k->context);
    k->e->wipe(k->tweak_context);
    free(k->memory[0]);
    free(k->memory[1]);
}

static void xor_block(uint8_t *out, const uint8_t *other, size_t n) {
    for (size_t i = 0; i < n; i++) out[i] ^= other[i];
}

/* ---- The formulas ---- */

static void formula_cbc(const keyed *k, size_t blocks) {
    const size_t size = k->e->block_bytes;
    const uint8_t *chain = iv;
    for (uint8_t *out = expected; out < expected + blocks * size; chain = out, out += size) {
        memcpy(out, plain + (out - expected), size);
        xor_block(out, chain, size);
        k->e->encrypt(k->context, out, out, 1);
    }
}

/* iv + n, digit by digit of base 256. */
static void formula_counter(const keyed *k, uint8_t *counter, uint64_t n) {
    memcpy(counter, iv, k->e->block_bytes);
    for (unsigned i = k->e->block_bytes, carry = 0; i > 0; i--, n >>= 8) {
        carry += counter[i - 1] + (unsigned)(n & 0xff);
        counter[i - 1] = (uint8_t)carry;
        carry >>= 8;
    }
}

static void formula_ctr(const keyed *k, uint64_t position, size_t bytes) {
    uint8_t stream[MAX_BLOCK];
    for (size_t i = 0; i < bytes; i++, position++) {
        formula_counter(k, stream, position / k->e->block_bytes);
        if (i == 0 || position % k->e->block_bytes == 0)
            k->e->encrypt(k->context, stream, buffer, 1);
        expected[i] = plain[i] ^ buffer[position % k->e->block_bytes];
    }
}

/* IEEE 1619-2007, 5.2: multiplication by alpha as bytes. */
static void formula_alpha(uint8_t *tweak) {
    unsigned carry = 0;
    for (unsigned i = 0; i < XTS_BLOCK; i++) {
        carry |= (unsigned)tweak[i] << 1;
        tweak[i] = (uint8_t)carry;
        carry >>= 8;
    }
    if (carry) tweak[0] ^= 0x87;
}

/* 5.3.1: one block under the tweak of block j. */
static void formula_xts_block(const keyed *k, const uint8_t *in, uint8_t *out, size_t j) {
    uint8_t tweak[XTS_BLOCK];
    k->e->encrypt(k->tweak_context, iv, tweak, 1);
    for (; j > 0; j--) formula_alpha(tweak);
    memmove(out, in, XTS_BLOCK);
    xor_block(out, tweak, XTS_BLOCK);
    k->e->encrypt(k->context, out, out, 1);
    xor_block(out, tweak, XTS_BLOCK);
}

/* 5.3.2: m blocks and b bytes. */
static void formula_xts(const keyed *k, size_t bytes) {
    const size_t m = bytes / XTS_BLOCK, b = bytes % XTS_BLOCK, last = (m - 1) * XTS_BLOCK;
    uint8_t cc[XTS_BLOCK], pp[XTS_BLOCK];
    for (size_t j = 0; j < m; j++)
        formula_xts_block(k, plain + j * XTS_BLOCK, expected + j * XTS_BLOCK, j);
    if (b == 0) return;
    memcpy(cc, expected + last, XTS_BLOCK);
    memcpy(pp, plain + last + XTS_BLOCK, b);
    memcpy(pp + b, cc + b, XTS_BLOCK - b);
    memcpy(expected + last + XTS_BLOCK, cc, b);
    formula_xts_block(k, pp, expected + last, m);
}

/* ---- A mode against its formula, in every layout ---- */

typedef void crypt(const keyed *k, int direction, const uint8_t *in, uint8_t *out, size_t bytes);

static void whole_cbc(const keyed *k, int direction, const uint8_t *in, uint8_t *out, size_t n) {
    uint8_t chain[MAX_BLOCK], last[MAX_BLOCK];
    const size_t size = k->e->block_bytes;
    const uint8_t *cipher = direction == FIFTEEN_ENCRYPT ? out : in;
    memcpy(chain, iv, size);
    if (n > 0 && direction == FIFTEEN_DECRYPT) memcpy(last, cipher + n - size, size);
    (direction == FIFTEEN_ENCRYPT ? fifteen_cbc_encrypt : fifteen_cbc_decrypt)(
        k->e, k->context, chain, in, out, n / size);
    if (n > 0 && direction == FIFTEEN_ENCRYPT) memcpy(last, cipher + n - size, size);
    CHECK(memcmp(chain, n > 0 ? last : iv, size) == 0, "%s: the chain, %zu bytes", k->e->cipher, n);
}

/* Calls of one to seven blocks. */
static void cut_cbc(const keyed *k, int direction, const uint8_t *in, uint8_t *out, size_t n) {
    uint8_t chain[MAX_BLOCK];
    memcpy(chain, iv, sizeof chain);
    for (size_t done = 0, part; done < n; done += part) {
        part = (random_word(&seed) % 7 + 1) * k->e->block_bytes;
        if (part > n - done) part = n - done;
        (direction == FIFTEEN_ENCRYPT ? fifteen_cbc_encrypt : fifteen_cbc_decrypt)(
            k->e, k->context, chain, in + done, out + done, part / k->e->block_bytes);
    }
}

static uint64_t position; /* of CTR's first byte */

static void whole_ctr(const keyed *k, int direction, const uint8_t *in, uint8_t *out, size_t n) {
    (void)direction;
    fifteen_ctr(k->e, k->context, iv, position, in, out, n);
}

/* Calls of 0 to 99 bytes, the last first. */
static void cut_ctr(const keyed *k, int direction, const uint8_t *in, uint8_t *out, size_t n) {
    (void)direction;
    for (size_t part; n > 0; n -= part) {
        part = random_word(&seed) % 100;
        if (part > n) part = n;
        fifteen_ctr(k->e, k->context, iv, position + n - part, in + n - part, out + n - part, part);
    }
}

static void whole_xts(const keyed *k, int direction, const uint8_t *in, uint8_t *out, size_t n) {
    int error = (direction == FIFTEEN_ENCRYPT ? fifteen_xts_encrypt : fifteen_xts_decrypt)(
        k->e, k->context, k->tweak_context, iv, in, out, n);
    CHECK(error == FIFTEEN_OK, "%s: %zu bytes: %d", k->e->cipher, n, error);
}

static void test_layouts(const keyed *k, const char *mode, crypt *run, size_t bytes) {
    const char *cipher = k->e->cipher;
    static uint8_t out[ROOM + 16];
    memset(out, 0x5a, sizeof out);
    run(k, FIFTEEN_ENCRYPT, plain, out, bytes);
    CHECK(memcmp(out, expected, bytes) == 0, "%s/%s, %zu bytes", cipher, mode, bytes);
    CHECK(out[bytes] == 0x5a, "%s/%s, %zu bytes: overrun", cipher, mode, bytes);
    run(k, FIFTEEN_DECRYPT, out, out, bytes);
    CHECK(memcmp(out, plain, bytes) == 0, "%s/%s, %zu bytes back in place", cipher, mode, bytes);
    CHECK(out[bytes] == 0x5a, "%s/%s, %zu bytes: overrun", cipher, mode, bytes);
    run(k, FIFTEEN_ENCRYPT, out, out, bytes);
    CHECK(memcmp(out, expected, bytes) == 0, "%s/%s, %zu bytes in place", cipher, mode, bytes);
    memcpy(buffer + 1, expected, bytes);
    run(k, FIFTEEN_DECRYPT, buffer + 1, out + 3, bytes);
    CHECK(memcmp(out + 3, plain, bytes) == 0, "%s/%s, %zu unaligned", cipher, mode, bytes);
}

static void test_cbc_ctr(const keyed *k, size_t bytes) {
    const size_t blocks = bytes / k->e->block_bytes;
    formula_cbc(k, blocks);
    test_layouts(k, "CBC", whole_cbc, blocks * k->e->block_bytes);
    test_layouts(k, "CBC in parts", cut_cbc, blocks * k->e->block_bytes);
    formula_ctr(k, position, bytes);
    test_layouts(k, "CTR", whole_ctr, bytes);
    test_layouts(k, "CTR in parts", cut_ctr, bytes);
}

/* The counter passes its last 8 bytes' end, and its own, in the first batch and between two. */
static void test_carries(const keyed *k) {
    const unsigned size = k->e->block_bytes;
    const uint64_t starts[] = {0, 3 * size + 5, (uint64_t)1 << 63, UINT64_MAX - BUFFER};
    uint8_t saved[MAX_BLOCK];
    memcpy(saved, iv, sizeof iv);
    for (unsigned all = 0; all < 2; all++) {
        for (unsigned i = 0; i < sizeof starts / sizeof starts[0]; i++) {
            memset(iv + (all ? 0 : size - 8), 0xff, all ? size : 8);
            iv[size - 1] = (uint8_t)random_word(&seed);
            position = starts[i];
            formula_ctr(k, position, BUFFER);
            test_layouts(k, "CTR with carries", whole_ctr, BUFFER);
            test_layouts(k, "CTR with carries in parts", cut_ctr, BUFFER);
        }
        memcpy(iv, saved, sizeof iv);
    }
    position = 0;
}

static void test_xts(const keyed *k) {
    static const size_t more[] = {200, 511, 512, BUFFER - 1, BUFFER, BUFFER + 1, BUFFER + 17};
    for (size_t n = XTS_BLOCK; n <= 5 * XTS_BLOCK; n++) {
        formula_xts(k, n);
        test_layouts(k, "XTS", whole_xts, n);
    }
    for (unsigned i = 0; i < sizeof more / sizeof more[0]; i++) {
        formula_xts(k, more[i]);
        test_layouts(k, "XTS", whole_xts, more[i]);
    }
}

static void test_refusals(const keyed *k) {
    static const size_t lengths[] = {0, 1, XTS_BLOCK - 1, ((size_t)XTS_BLOCK << 20) + 1, SIZE_MAX};
    uint8_t out[XTS_BLOCK] = {0x5a};
    for (unsigned i = 0; i < sizeof lengths / sizeof lengths[0]; i++) {
        int wanted = k->e->block_bytes == XTS_BLOCK ? FIFTEEN_BAD_LENGTH : FIFTEEN_BAD_BLOCK;
        int got = fifteen_xts_encrypt(k->e, k->context, k->tweak_context, iv, out, out, lengths[i]);
        CHECK(got == wanted, "%s: %zu bytes: %d", k->e->cipher, lengths[i], got);
        got = fifteen_xts_decrypt(k->e, k->context, k->tweak_context, iv, out, out, lengths[i]);
        CHECK(got == wanted, "%s: %zu bytes: %d", k->e->cipher, lengths[i], got);
        CHECK(out[0] == 0x5a, "%s: a refusal writes", k->e->cipher);
    }
}

static void test_engine(const fifteen_engine *e) {
    keyed k = set_up(e);
    const size_t size = e->block_bytes;
    const size_t blocks[] = {
        0, 1, 2, 17, BUFFER / size, BUFFER / size + 1, 2 * (BUFFER / size) + 3};
    uint8_t *before = malloc(e->context_bytes);
    if (before == NULL) exit(1);
    memcpy(before, k.context, e->context_bytes);
    for (unsigned i = 0; i < sizeof blocks / sizeof blocks[0]; i++)
        test_cbc_ctr(&k, blocks[i] * size + i % 3);
    test_carries(&k);
    if (size == XTS_BLOCK) test_xts(&k);
    test_refusals(&k);
    CHECK(memcmp(before, k.context, e->context_bytes) == 0,
          "%s/%s: a mode changes the context, which threads may share", e->cipher, e->name);
    free(before);
    tear_down(&k);
}

/* ---- Fused modes: the formulas, counted ---- */

extern const fifteen_engine fifteen_rijndael_portable;
#define ENGINE fifteen_rijndael_portable

static unsigned fused_calls[5];

static void fused_cbc_encrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                              size_t blocks) {
    fused_calls[0]++;
    fifteen_cbc_encrypt(&ENGINE, context, chain, in, out, blocks);
}

static void fused_cbc_decrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                              size_t blocks) {
    fused_calls[1]++;
    fifteen_cbc_decrypt(&ENGINE, context, chain, in, out, blocks);
}

static void fused_ctr(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                      size_t blocks) {
    fused_calls[2]++;
    for (; blocks > 0; blocks--, in += XTS_BLOCK, out += XTS_BLOCK) {
        fifteen_ctr(&ENGINE, context, chain, 0, in, out, XTS_BLOCK);
        for (unsigned i = XTS_BLOCK; i > 0 && ++chain[i - 1] == 0; i--) {
        }
    }
}

static void fused_xts(void (*engine)(const void *, const uint8_t *, uint8_t *, size_t),
                      const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                      size_t blocks) {
    for (; blocks > 0; blocks--, in += XTS_BLOCK, out += XTS_BLOCK) {
        memmove(out, in, XTS_BLOCK);
        xor_block(out, chain, XTS_BLOCK);
        engine(context, out, out, 1);
        xor_block(out, chain, XTS_BLOCK);
        formula_alpha(chain);
    }
}

static void fused_xts_encrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                              size_t blocks) {
    fused_calls[3]++;
    fused_xts(ENGINE.encrypt, context, chain, in, out, blocks);
}

static void fused_xts_decrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                              size_t blocks) {
    fused_calls[4]++;
    fused_xts(ENGINE.decrypt, context, chain, in, out, blocks);
}

static void test_fused(void) {
    static const fifteen_modes all = {fused_cbc_encrypt, fused_cbc_decrypt, fused_ctr,
                                      fused_xts_encrypt, fused_xts_decrypt};
    static const fifteen_modes none = {NULL, NULL, NULL, NULL, NULL};
    fifteen_engine e = ENGINE;
    e.modes = &none;
    test_engine(&e);
    for (unsigned i = 0; i < 5; i++) CHECK(fused_calls[i] == 0, "fused function %u", i);
    e.modes = &all;
    test_engine(&e);
    for (unsigned i = 0; i < 5; i++) CHECK(fused_calls[i] > 0, "fused function %u", i);
}

int main(void) {
    random_bytes(&seed, iv, sizeof iv);
    random_bytes(&seed, plain, sizeof plain);
    for (const fifteen_engine *const *e = fifteen_plugin_1()->engines; *e != NULL; e++)
        if (fifteen_cpu_has((*e)->needs)) test_engine(*e);
    test_fused();
    return failures != 0;
}
