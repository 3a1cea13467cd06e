/* SPDX-License-Identifier: Apache-2.0
 * The contract of fifteen.h, for every engine of the library. Known answers
 * are the lab's; here every engine is compared with itself. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "context.h"
#include "fifteen.h"
#include "random.h"

enum { BOTH = FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT, MOST_BLOCKS = 1027, ROOM = 16 * MOST_BLOCKS };

static uint64_t seed = 1;
static uint8_t keys[2][8192];
static uint8_t plain[ROOM], expected[ROOM];

static int takes(const fifteen_engine *e, unsigned bits) {
    return bits >= e->key_bits.min && bits <= e->key_bits.max &&
           (bits - e->key_bits.min) % e->key_bits.step == 0;
}

/* Batches, and a rest. */
static size_t most_blocks(const fifteen_engine *e) { return e->batch < 17 ? 37 : 2 * e->batch + 3; }

static void test_descriptor(const fifteen_engine *e) {
    CHECK(e->block_bytes >= 8 && e->block_bytes <= 32, "%s/%s", e->cipher, e->name);
    CHECK(e->context_bytes % e->context_align == 0, "%s/%s", e->cipher, e->name);
    CHECK(e->key_bits.max <= 8 * sizeof keys[0], "%s/%s", e->cipher, e->name);
    CHECK((e->tweak_bytes == 0) == (e->set_tweak == NULL), "%s/%s", e->cipher, e->name);
    CHECK(e->batch >= 1, "%s/%s", e->cipher, e->name);
    CHECK(e->batch * e->block_bytes <= 8192 /* wide.h's LARGEST_BATCH */, "%s/%s", e->cipher,
          e->name);
    if (most_blocks(e) * e->block_bytes > ROOM) {
        CHECK(0, "%s/%s: make ROOM for a batch of %u blocks", e->cipher, e->name, e->batch);
        exit(1);
    }
}

static void test_key_sizes(const fifteen_engine *e, void *context) {
    for (unsigned bits = 0; bits <= e->key_bits.max + 64; bits++) {
        int wanted = takes(e, bits) ? FIFTEEN_OK : FIFTEEN_BAD_KEY_BITS;
        int got = e->set_key(context, keys[0], bits, BOTH);
        CHECK(got == wanted, "%s/%s, %u bits: %d", e->cipher, e->name, bits, got);
    }
    int got = e->set_key(context, keys[0], e->key_bits.min, 0);
    CHECK(got == FIFTEEN_BAD_DIRECTIONS, "%s/%s: %d", e->cipher, e->name, got);
}

/* Every layout of n blocks, against `expected`, made block by block. */
static void test_blocks(const fifteen_engine *e, const void *context, size_t n) {
    uint8_t buffer[ROOM + 16], shifted[ROOM + 16];
    size_t size = n * e->block_bytes;

    memset(buffer, 0x5a, sizeof buffer);
    e->encrypt(context, plain, buffer, n);
    CHECK(memcmp(buffer, expected, size) == 0, "%s/%s, %zu blocks", e->cipher, e->name, n);
    CHECK(buffer[size] == 0x5a, "%s/%s, %zu blocks: overrun", e->cipher, e->name, n);
    e->decrypt(context, buffer, buffer, n);
    CHECK(memcmp(buffer, plain, size) == 0, "%s/%s, %zu blocks in place", e->cipher, e->name, n);
    CHECK(buffer[size] == 0x5a, "%s/%s, %zu blocks: overrun", e->cipher, e->name, n);

    e->encrypt(context, buffer, buffer, n);
    CHECK(memcmp(buffer, expected, size) == 0, "%s/%s, %zu in place", e->cipher, e->name, n);
    memcpy(buffer + 1, expected, size);
    e->decrypt(context, buffer + 1, shifted + 3, n);
    CHECK(memcmp(shifted + 3, plain, size) == 0, "%s/%s, %zu unaligned", e->cipher, e->name, n);
    e->encrypt(context, shifted + 3, buffer + 5, n);
    CHECK(memcmp(buffer + 5, expected, size) == 0, "%s/%s, %zu unaligned", e->cipher, e->name, n);
}

static void test_key(const fifteen_engine *e, void *context, unsigned bits) {
    uint8_t out[ROOM];
    const size_t most = most_blocks(e), all = most * e->block_bytes;
    void *memory, *fresh = new_context(e, &memory);

    CHECK(e->set_key(fresh, keys[0], bits, BOTH) == FIFTEEN_OK, "%s/%s", e->cipher, e->name);
    for (size_t i = 0; i < all; i += e->block_bytes) e->encrypt(fresh, plain + i, expected + i, 1);

    /* Keyed again, after another key and after an error, one direction at a time. */
    e->set_key(context, keys[1], bits, BOTH);
    e->set_key(context, keys[1], e->key_bits.max + 8, BOTH);
    e->set_key(context, keys[0], bits, FIFTEEN_ENCRYPT);
    e->encrypt(context, plain, out, most);
    CHECK(memcmp(out, expected, all) == 0, "%s/%s, %u bits, to encrypt", e->cipher, e->name, bits);
    e->set_key(context, keys[1], bits, BOTH);
    e->set_key(context, keys[0], bits, FIFTEEN_DECRYPT);
    e->decrypt(context, expected, out, most);
    CHECK(memcmp(out, plain, all) == 0, "%s/%s, %u bits, to decrypt", e->cipher, e->name, bits);

    uint8_t *before = malloc(e->context_bytes);
    if (before == NULL) exit(1);
    memcpy(before, fresh, e->context_bytes);
    for (size_t n = 0; n <= most; n++) test_blocks(e, fresh, n);
    CHECK(memcmp(before, fresh, e->context_bytes) == 0,
          "%s/%s changes a keyed context, which threads may share", e->cipher, e->name);
    free(before);

    e->wipe(fresh);
    for (size_t i = 0; i < e->context_bytes; i++)
        CHECK(((uint8_t *)fresh)[i] == 0, "%s/%s: byte %zu outlives wipe", e->cipher, e->name, i);
    free(memory);
}

/* Zeros unless set; kept by set_key; on both sides of a key. */
static void test_tweak(const fifteen_engine *e, void *context) {
    static const uint8_t zeros[64];
    uint8_t tweak[64], untweaked[32], tweaked[32], out[32];
    void *memory, *fresh = new_context(e, &memory);
    size_t size = e->block_bytes;
    CHECK(e->tweak_bytes <= sizeof tweak, "%s/%s", e->cipher, e->name);
    random_bytes(&seed, tweak, sizeof tweak);

    e->set_key(fresh, keys[0], e->key_bits.max, BOTH);
    e->encrypt(fresh, plain, untweaked, 1);
    e->set_tweak(fresh, tweak);
    e->encrypt(fresh, plain, tweaked, 1);
    CHECK(memcmp(tweaked, untweaked, size) != 0, "%s/%s: the tweak is lost", e->cipher, e->name);
    e->decrypt(fresh, tweaked, out, 1);
    CHECK(memcmp(out, plain, size) == 0, "%s/%s: there and back", e->cipher, e->name);

    e->set_tweak(context, tweak);
    e->set_key(context, keys[1], e->key_bits.max, BOTH);
    e->set_key(context, keys[0], e->key_bits.max, BOTH);
    e->encrypt(context, plain, out, 1);
    CHECK(memcmp(out, tweaked, size) == 0, "%s/%s: a key ends the tweak", e->cipher, e->name);
    e->set_tweak(context, zeros);
    e->encrypt(context, plain, out, 1);
    CHECK(memcmp(out, untweaked, size) == 0, "%s/%s: not zeros at first", e->cipher, e->name);
    e->wipe(fresh);
    free(memory);
}

static const fifteen_engine *first_engine(const char *cipher) {
    const fifteen_engine *const *e = fifteen_plugin_1()->engines;
    while (strcmp((*e)->cipher, cipher) != 0) e++;
    return *e;
}

static void test_best(const fifteen_engine *e) {
    const fifteen_engine *best = fifteen_best(e->cipher, e->key_bits.min, 0);
    CHECK(best != NULL && strcmp(best->cipher, e->cipher) == 0, "%s", e->cipher);
    CHECK(best == first_engine(e->cipher) || fifteen_pays_from(best) > 0, "%s/%s", e->cipher,
          best->name);
    CHECK(fifteen_best(e->cipher, e->key_bits.max + 8, 0) == NULL, "%s", e->cipher);
}

int main(void) {
    const fifteen_plugin *library = fifteen_plugin_1();
    random_bytes(&seed, keys[0], sizeof keys[0]);
    random_bytes(&seed, keys[1], sizeof keys[1]);
    random_bytes(&seed, plain, sizeof plain);
    CHECK(fifteen_best("no such cipher", 128, 0) == NULL, "an unknown cipher");
    CHECK(strcmp(library->name, "fifteen") == 0, "%s", library->name);
    for (const fifteen_engine *const *e = library->engines; *e != NULL; e++) {
        if (!fifteen_cpu_has((*e)->needs)) continue;
        void *memory, *context = new_context(*e, &memory);
        unsigned middle = ((*e)->key_bits.max - (*e)->key_bits.min) / (*e)->key_bits.step / 2;
        test_descriptor(*e);
        test_key_sizes(*e, context);
        test_key(*e, context, (*e)->key_bits.min);
        test_key(*e, context, (*e)->key_bits.min + middle * (*e)->key_bits.step);
        test_key(*e, context, (*e)->key_bits.max);
        if ((*e)->set_tweak != NULL) test_tweak(*e, context);
        test_best(*e);
        free(memory);
    }
    return failures != 0;
}
