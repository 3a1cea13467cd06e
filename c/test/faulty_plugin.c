/* SPDX-License-Identifier: Apache-2.0
 * Engines with one known fault, cost or need each, to prove the gates and the
 * clocks of the lab. Each is a right engine with another function or two. */
#define _POSIX_C_SOURCE 200809L
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "fifteen.h"
#include "ticks.h"

extern const fifteen_engine fifteen_null_portable, fifteen_rijndael_portable;

typedef void (*work)(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);

/* ---- Rijndael, wrong ---- */

#define RIGHT fifteen_rijndael_portable

/* Wrong from the ten-thousandth call in this process. */
static uint8_t late_error(void) {
    static unsigned long calls;
    return ++calls >= 10000;
}

static void late_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    RIGHT.encrypt(context, in, out, blocks);
    if (blocks > 0) out[0] ^= late_error();
}

static void late_decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    RIGHT.decrypt(context, in, out, blocks);
    if (blocks > 0) out[0] ^= late_error();
}

/* Wrong for one block in 256, as one wrong entry of a table makes it. */
static void entry_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks > 0; blocks--, in += 16, out += 16) {
        uint8_t wrong = in[0] == 0x9a;
        RIGHT.encrypt(context, in, out, 1);
        out[7] ^= wrong;
    }
}

/* Sets a wrong key once in a thousand times. */
static int rare_set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    static const uint8_t another[32];
    static unsigned long calls;
    return RIGHT.set_key(context, ++calls % 1000 == 0 ? another : key, key_bits, directions);
}

/* Writes one byte after its output. */
static void overrun_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    RIGHT.encrypt(context, in, out, blocks);
    out[16 * blocks] ^= 1;
}

/* Writes one byte after its context. */
static int big_set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    ((uint8_t *)context)[RIGHT.context_bytes] = 1;
    return RIGHT.set_key(context, key, key_bits, directions);
}

/* Right, but talks on standard output. */
static void garbage_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    puts("{\"request\":1,\"data\":\"garbage\"}");
    RIGHT.encrypt(context, in, out, blocks);
}

/* Every mode is the identity, in an engine whose blocks are right. */
static void no_mode(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                    size_t blocks) {
    (void)context, (void)chain;
    memcpy(out, in, 16 * blocks);
}

/* ---- The identity, at a known cost ---- */

static void copy(const uint8_t *in, uint8_t *out, size_t blocks) {
    fifteen_null_portable.encrypt(NULL, in, out, blocks);
}

/* A thousand core cycles a block. */
static void spin(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    static unsigned long chain;
    (void)context;
    spin_cycles(100 * (uint64_t)blocks, &chain);
    copy(in, out, blocks);
}

/* A fifth of a millisecond a call, and next to no CPU time. It encrypts alone: verification takes
 * long. */
static void sleep_200us(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    static const struct timespec fifth = {0, 200000};
    (void)context;
    nanosleep(&fifth, NULL);
    copy(in, out, blocks);
}

static void crash(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (void)context, (void)in, (void)out, (void)blocks;
    raise(SIGSEGV);
}

static void hang(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (void)context, (void)in, (void)out, (void)blocks;
    for (;;) pause();
}

/* A thousand bytes of stack, and those of its frame. */
static void stack_1000(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    volatile uint8_t deep[1000];
    (void)context;
    for (size_t i = 0; i < sizeof deep; i++) deep[i] = (uint8_t)i;
    copy(in, out, blocks);
}

/* ---- The plug-in ---- */

static fifteen_engine *add(const fifteen_engine *right, const char *name, work encrypt,
                           work decrypt) {
    static fifteen_engine made[16];
    static size_t count;
    fifteen_engine *e = &made[count++];
    *e = *right;
    e->name = name;
    e->encrypt = encrypt;
    e->decrypt = decrypt;
    return e;
}

/* The plug-in without what FAULTY_LACKS names. */
static const fifteen_plugin *lacking(fifteen_plugin *plugin) {
    const char *field = getenv("FAULTY_LACKS");
    if (field == NULL) return plugin;
    if (strcmp(field, "name") == 0) plugin->name = NULL;
    if (strcmp(field, "built_version") == 0) plugin->built_version = NULL;
    if (strcmp(field, "running_version") == 0) plugin->running_version = NULL;
    if (strcmp(field, "engines") == 0) plugin->engines = NULL;
    return strcmp(field, "fifteen_plugin_1") == 0 ? NULL : plugin;
}

const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine *engines[15];
    static const fifteen_modes no_modes = {no_mode, no_mode, no_mode, no_mode, no_mode};
    static fifteen_plugin plugin = {"faulty", "0", "0", engines};
    if (engines[0] != NULL) return lacking(&plugin);
    const fifteen_engine **e = engines, *null = &fifteen_null_portable;
    *e++ = add(&RIGHT, "late", late_encrypt, late_decrypt);
    *e++ = add(&RIGHT, "entry", entry_encrypt, RIGHT.decrypt);
    *e++ = add(&RIGHT, "overrun", overrun_encrypt, RIGHT.decrypt);
    *e++ = add(&RIGHT, "garbage", garbage_encrypt, RIGHT.decrypt);
    fifteen_engine *rare = add(&RIGHT, "rare-key", RIGHT.encrypt, RIGHT.decrypt);
    rare->set_key = rare_set_key;
    *e++ = rare;
    fifteen_engine *big = add(&RIGHT, "big-context", RIGHT.encrypt, RIGHT.decrypt);
    big->set_key = big_set_key;
    *e++ = big;
    fifteen_engine *modes = add(&RIGHT, "modes", RIGHT.encrypt, RIGHT.decrypt);
    modes->modes = &no_modes;
    *e++ = modes;
    *e++ = add(null, "spin-1000", spin, spin);
    *e++ = add(null, "sleep-200us", sleep_200us, null->decrypt);
    *e++ = add(null, "stack-1000", stack_1000, null->decrypt);
    *e++ = add(null, "crash", crash, crash);
    *e++ = add(null, "hang", hang, hang);
    fifteen_engine *aes = add(null, "aes", null->encrypt, null->decrypt);
    aes->needs = "aes";
    *e++ = aes;
    fifteen_engine *avx9 = add(null, "avx9", null->encrypt, null->decrypt);
    avx9->needs = "aes avx9";
    *e++ = avx9;
    return lacking(&plugin);
}
