/* SPDX-License-Identifier: Apache-2.0
 * Modes leave no plaintext, keystream or tweak on the stack. Each runs in a
 * thread whose stack is ours, which is searched afterwards; over an engine that
 * itself leaves nothing there. Modes of an engine's own are no part of this: those
 * of Rijndael with AES-NI leave tweaks that the compiler keeps there when they are
 * more than the registers. */
#define _POSIX_C_SOURCE 200809L
#include <pthread.h>
#include <string.h>

#include "check.h"
#include "fifteen.h"
#include "random.h"

enum { STACK = 1 << 16, BLOCK = 16, BATCH = 512, SIZE = BATCH * BLOCK + 90, PIECE = 8 };

/* ---- The engine: adds a constant ---- */

static uint8_t pad[BLOCK];

static void add_pad(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (void)context;
    for (size_t i = 0; i < BLOCK * blocks; i++) out[i] = in[i] ^ pad[i % BLOCK];
}

static const fifteen_engine engine = {.cipher = "pad",
                                      .needs = "",
                                      .block_bytes = BLOCK,
                                      .batch = BATCH, /* the largest: all of modes.c's buffers */
                                      .encrypt = add_pad,
                                      .decrypt = add_pad};

/* ---- The modes ---- */

static uint64_t seed = 4;
static uint8_t iv[BLOCK], chain[BLOCK], plain[SIZE], sealed[SIZE], out[SIZE], secret[SIZE];

static void *nothing(void *leak) { return leak; }

static void *cbc_decrypt(void *leak) {
    memcpy(chain, iv, BLOCK);
    fifteen_cbc_decrypt(&engine, NULL, chain, sealed, out, SIZE / BLOCK);
    return leak;
}

static void *ctr(void *leak) {
    fifteen_ctr(&engine, NULL, iv, 5, plain, out, SIZE);
    return leak;
}

static void *xts_encrypt(void *leak) {
    fifteen_xts_encrypt(&engine, NULL, NULL, iv, plain, out, SIZE);
    return leak;
}

static void *xts_decrypt(void *leak) {
    fifteen_xts_decrypt(&engine, NULL, NULL, iv, sealed, out, SIZE);
    return leak;
}

/* As a mode would that doesn't erase. */
static void *careless(void *leak) {
    volatile uint8_t copy[SIZE];
    for (size_t i = 0; i < SIZE; i++) copy[i] = secret[i];
    (void)copy[0];
    return leak;
}

/* ---- The search ---- */

static uint8_t stack[STACK] __attribute__((aligned(4096)));

/* How often eight bytes of `secret`, of its first and its last blocks, are on the stack. */
static unsigned found(void *(*run)(void *)) {
    enum { LAST = SIZE / BLOCK * BLOCK };
    static const size_t places[] = {0, 8, LAST - 2 * BLOCK, LAST - BLOCK, LAST - 8, LAST, SIZE - 8};
    pthread_t thread;
    pthread_attr_t attributes;
    unsigned count = 0;
    run(NULL); /* when the linker first looks for a function, it saves registers on the stack */
    memset(stack, 0, sizeof stack);
    pthread_attr_init(&attributes);
    CHECK(pthread_attr_setstack(&attributes, stack, sizeof stack) == 0, "the stack");
    CHECK(pthread_create(&thread, &attributes, run, NULL) == 0, "the thread");
    pthread_join(thread, NULL);
    pthread_attr_destroy(&attributes);
    for (size_t at = 0; at + PIECE <= sizeof stack; at++)
        for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
            count += memcmp(stack + at, secret + places[i], PIECE) == 0;
    return count;
}

#define ERASED(run) CHECK(found(run) == 0, "it leaves %u pieces", found(run))

static void tweaks(void) {
    add_pad(NULL, iv, secret, 1);
    for (size_t i = BLOCK; i < SIZE; i++) { /* times alpha, IEEE 1619-2007, 5.2 */
        const uint8_t *last = secret + i / BLOCK * BLOCK - BLOCK;
        const unsigned b = i % BLOCK;
        const unsigned carry = b > 0 ? last[b - 1] >> 7 : (last[BLOCK - 1] >> 7) * 0x87u;
        secret[i] = (uint8_t)((unsigned)last[b] << 1 ^ carry);
    }
}

int main(void) {
    random_bytes(&seed, pad, sizeof pad);
    random_bytes(&seed, iv, sizeof iv);
    random_bytes(&seed, plain, sizeof plain);

    memcpy(secret, plain, SIZE);
    CHECK(found(nothing) == 0, "the search finds what isn't there");
    CHECK(found(careless) > 0, "the search finds nothing");

    memcpy(chain, iv, BLOCK);
    fifteen_cbc_encrypt(&engine, NULL, chain, plain, sealed, SIZE / BLOCK);
    ERASED(cbc_decrypt);

    ctr(NULL);
    for (size_t i = 0; i < SIZE; i++) secret[i] = plain[i] ^ out[i];
    ERASED(ctr);
    memcpy(secret, plain, SIZE);
    ERASED(ctr);

    fifteen_xts_encrypt(&engine, NULL, NULL, iv, plain, sealed, SIZE);
    ERASED(xts_encrypt);
    ERASED(xts_decrypt);
    tweaks();
    ERASED(xts_encrypt);
    ERASED(xts_decrypt);
    return failures != 0;
}
