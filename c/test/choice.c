/* SPDX-License-Identifier: Apache-2.0
 * test_choice FOLDER: says which features of the processor may be used, and in a second line from
 * how many blocks an engine pays that does from 1, on a Zen 3 or 4 from 2, on Intel's from 3; and
 * holds the engine that is chosen for every cipher, every key size and some numbers of blocks
 * against FOLDER/CIPHER.txt. test_features.py runs it under each mask.
 *
 * Beside the library's engines there are some of Rijndael that need features, and end the program
 * when they run without. */
#include "choice.h"

#include <stdlib.h>

#include "context.h"
#include "fields.h"

enum { BOTH = FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT, MOST_BLOCKS = 64, ROOM = 32 * MOST_BLOCKS };

static const fifteen_engine *engines[100];

/* ---- Engines with needs ---- */

extern const fifteen_engine fifteen_rijndael_portable;
#define RIGHT fifteen_rijndael_portable

static void run(const char *needs) {
    if (fifteen_cpu_has(needs)) return;
    printf("an engine runs that needs %s\n", needs);
    exit(1);
}

static int set_aes_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    run("aes");
    return RIGHT.set_key(context, key, key_bits, directions);
}

static int set_avx2_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    run("avx2");
    return RIGHT.set_key(context, key, key_bits, directions);
}

static int set_both_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    run("aes avx2");
    return RIGHT.set_key(context, key, key_bits, directions);
}

static int set_no_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    run("avx9");
    return RIGHT.set_key(context, key, key_bits, directions);
}

/* The fastest in bulk last: the first pays from more blocks than those that are faster. */
static fifteen_engine needy[] = {
    {.name = "avx2", .needs = "avx2", .pays_from = {32, 48, 64}, .set_key = set_avx2_key},
    {.name = "aes", .needs = "aes", .pays_from = {4, 4, 0}, .set_key = set_aes_key},
    {.name = "aes-avx2", .needs = "aes avx2", .pays_from = {16, 17, 33}, .set_key = set_both_key},
    {.name = "avx9", .needs = "avx9", .pays_from = {33, 33, 33}, .set_key = set_no_key},
};

enum { NEEDY = sizeof needy / sizeof needy[0] };

static const fifteen_engine *few[NEEDY + 2] = {&RIGHT}; /* and those */

static void list_engines(void) {
    size_t n = 0;
    for (const fifteen_engine *const *e = fifteen_plugin_1()->engines; *e != NULL; e++)
        engines[n++] = *e;
    for (size_t i = 0; i < NEEDY; i++) {
        fifteen_engine e = RIGHT;
        e.name = needy[i].name;
        e.needs = needy[i].needs;
        e.pays_from = needy[i].pays_from;
        e.set_key = needy[i].set_key;
        needy[i] = e;
        engines[n++] = few[1 + i] = &needy[i];
    }
}

/* ---- The choice ---- */

/* What is chosen: the last that can run and pays, else the one without needs. */
static void test_needy(void) {
    static const size_t blocks[] = {1, 3, 4, 15, 16, 17, 32, 33, 48, 1000, 0};
    static const size_t avx2[] = {32, 48, 64}, both[] = {16, 17, 33};
    const int here = fifteen_processor();
    for (size_t i = 0; i < sizeof blocks / sizeof blocks[0]; i++) {
        const size_t n = blocks[i] == 0 ? SIZE_MAX : blocks[i];
        const char *wanted = "";
        if (n >= avx2[here] && fifteen_cpu_has("avx2")) wanted = "avx2";
        if (n >= 4 && here != FIFTEEN_INTEL && fifteen_cpu_has("aes")) wanted = "aes";
        if (n >= both[here] && fifteen_cpu_has("aes avx2")) wanted = "aes avx2";
        const fifteen_engine *best = fifteen_best_of(few, "rijndael", 128, blocks[i]);
        CHECK(best != NULL && strcmp(best->needs, wanted) == 0, "%zu blocks: %s needs %s",
              blocks[i], best == NULL ? "nothing" : best->name, best == NULL ? "" : best->needs);
        best = fifteen_best("rijndael", 128, blocks[i]);
        CHECK(best != NULL && fifteen_cpu_has(best->needs), "%zu blocks", blocks[i]);
    }
}

/* Both widths of AVX-512 are taken from as many blocks, as the wider one gives what is less than
 * fills it to the other; or the wider one never is. */
static void test_widths(void) {
    unsigned pairs = 0;
    for (const fifteen_engine *const *e = engines; *e != NULL && e[1] != NULL; e++) {
        const size_t wider = fifteen_pays_from(e[1]);
        const char *vl = strstr((*e)->name, "vl");
        if (vl == NULL || strcmp(vl, "vl") != 0) continue;
        pairs++;
        CHECK(strcmp((*e)->cipher, e[1]->cipher) == 0 && strstr(e[1]->name, "512") != NULL &&
                  (wider == 0 || fifteen_pays_from(*e) == wider) &&
                  (*e)->context_bytes == e[1]->context_bytes,
              "%s/%s and %s/%s", (*e)->cipher, (*e)->name, e[1]->cipher, e[1]->name);
    }
    CHECK(pairs == 0 || pairs == 7, "%u pairs", pairs);
}

/* ---- The vectors ---- */

static const char *cipher;

/* The vector's block, and others, as an engine may exchange blocks: by the cipher's first engine.
 */
static uint8_t plain[ROOM], expected[ROOM];

static void make_blocks(const uint8_t *key, unsigned key_bits, const uint8_t *tweak) {
    const fifteen_engine *const *first = engines;
    while (strcmp((*first)->cipher, cipher) != 0) first++;
    const fifteen_engine *e = *first;
    const size_t size = e->block_bytes;
    void *memory, *context = new_context(e, &memory);
    CHECK(e->set_key(context, key, key_bits, BOTH) == FIFTEEN_OK, "%s: the key", cipher);
    if (e->set_tweak != NULL) e->set_tweak(context, tweak);
    for (size_t i = 1; i < MOST_BLOCKS; i++) {
        memcpy(plain + i * size, plain, size);
        plain[i * size] ^= (uint8_t)i;
        e->encrypt(context, plain + i * size, expected + i * size, 1);
    }
    e->wipe(context);
    free(memory);
}

static void check_choice(const uint8_t *key, unsigned key_bits, const uint8_t *tweak,
                         size_t blocks) {
    uint8_t data[ROOM];
    const fifteen_engine *e = fifteen_best_of(engines, cipher, key_bits, blocks);
    CHECK(e != NULL, "%s, %u bits, %zu blocks", cipher, key_bits, blocks);
    if (e == NULL) return;
    if (blocks == 0 || blocks > MOST_BLOCKS) blocks = MOST_BLOCKS;
    const size_t size = e->block_bytes;
    void *memory, *context = new_context(e, &memory);
    CHECK(e->set_key(context, key, key_bits, BOTH) == FIFTEEN_OK, "%s: the key", cipher);
    if (e->set_tweak != NULL) e->set_tweak(context, tweak);
    e->encrypt(context, plain, data, blocks);
    for (size_t i = 0; i < blocks; i++)
        CHECK(memcmp(data + i * size, expected + i * size, size) == 0, "%s/%s, entry %u, block %zu",
              cipher, e->name, entries, i);
    e->decrypt(context, data, data, blocks);
    for (size_t i = 0; i < blocks; i++)
        CHECK(memcmp(data + i * size, plain + i * size, size) == 0,
              "%s/%s, entry %u, block %zu back", cipher, e->name, entries, i);
    e->wipe(context);
    free(memory);
}

static void compute(void) {
    uint8_t key[512], tweak[64] = {0}, number;
    take("KEYSIZE", &number, 1);
    take("I", &number, 1);
    if (!has("KEY")) return;
    const unsigned key_bits = 8 * take("KEY", key, sizeof key);
    take("TWEAK", tweak, sizeof tweak);
    take("PT", plain, 32);
    take("CT", expected, 32);
    make_blocks(key, key_bits, tweak);
    check_choice(key, key_bits, tweak, 1);
    check_choice(key, key_bits, tweak, 4);
    check_choice(key, key_bits, tweak, 17);
    check_choice(key, key_bits, tweak, 0);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
        return 2;
    }
    for (size_t i = 0; fifteen_feature(i) != NULL; i++)
        if (fifteen_cpu_has(fifteen_feature(i))) printf("%s ", fifteen_feature(i));
    printf("\n%zu\n", fifteen_pays_from(&(const fifteen_engine){.pays_from = {1, 2, 3}}));
    list_engines();
    test_needy();
    test_widths();
    for (size_t i = 0; engines[i] != NULL; i++) {
        char path[1024];
        if (cipher != NULL && strcmp(cipher, engines[i]->cipher) == 0) continue;
        cipher = engines[i]->cipher;
        snprintf(path, sizeof path, "%s/%s.txt", argv[1], cipher);
        read_fields(path);
    }
    return failures != 0;
}
