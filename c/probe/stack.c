/* SPDX-License-Identifier: Apache-2.0
 * The verb that measures stack: how deep an engine's functions write below their caller.
 *
 * Each runs in a signal handler on a stack of its own, painted before, and is compared with a
 * function that does nothing, which leaves its return address alone. */
#define _XOPEN_SOURCE 700
#include <errno.h>
#include <signal.h>
#include <string.h>

#include "random.h"
#include "registry.h"

enum { SET_KEY, ENCRYPT, DECRYPT, NOTHING };

/* What the handler is to do; a signal brings no argument. */
static struct {
    const fifteen_engine *engine;
    void *context;
    const uint8_t *key;
    unsigned key_bits;
    const uint8_t *in;
    uint8_t *out;
    size_t blocks;
    int error;
    volatile int what;
} job;

static void do_nothing(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (void)context, (void)in, (void)out, (void)blocks;
    __asm__ volatile("" : : : "memory");
}

static void handle(int signal) {
    void (*volatile nothing)(const void *, const uint8_t *, uint8_t *, size_t) = do_nothing;
    const fifteen_engine *e = job.engine;
    (void)signal;
    switch (job.what) {
    case SET_KEY:
        job.error =
            e->set_key(job.context, job.key, job.key_bits, FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT);
        break;
    case ENCRYPT: e->encrypt(job.context, job.in, job.out, job.blocks); break;
    case DECRYPT: e->decrypt(job.context, job.in, job.out, job.blocks); break;
    default: nothing(job.context, job.in, job.out, job.blocks);
    }
}

/* Bytes from the stack's top to the deepest that was written. A byte that happens to be the paint
 * is seen with the other paint. */
static bool depth(request *r, const stack_t *own, int what, uint64_t *bytes) {
    static const int paints[] = {0xa5, 0x5a};
    const uint8_t *bottom = own->ss_sp;
    *bytes = 0;
    for (int i = 0; i < 2; i++) {
        size_t clean = 0;
        memset(own->ss_sp, paints[i], own->ss_size);
        job.what = what;
        raise(SIGUSR1);
        while (clean < own->ss_size && bottom[clean] == paints[i]) clean++;
        if (clean == 0) return refuse(r, "it takes all of %zu bytes of stack", own->ss_size);
        if (own->ss_size - clean > *bytes) *bytes = own->ss_size - clean;
    }
    return true;
}

static bool depths(request *r, const stack_t *own) {
    static const char *const names[] = {"set_key_bytes", "encrypt_bytes", "decrypt_bytes"};
    uint64_t nothing, found;
    job.error = FIFTEEN_OK;
    for (job.what = SET_KEY; job.what <= NOTHING; job.what++) handle(0); /* get ready: libraries */
    if (!depth(r, own, NOTHING, &nothing)) return false;
    for (int what = SET_KEY; what < NOTHING; what++) {
        if (!depth(r, own, what, &found)) return false;
        answer_number(r, names[what], found > nothing ? found - nothing : 0);
    }
    return job.error == FIFTEEN_OK || refuse(r, "set_key failed: %d", job.error);
}

static bool on_own_stack(request *r) {
    enum { ROOM = 1 << 20 };
    stack_t own = {.ss_sp = borrow(r, ROOM, 4096), .ss_size = ROOM}, before;
    struct sigaction action, old_action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handle;
    action.sa_flags = SA_ONSTACK;
    if (sigaltstack(&own, &before) != 0 || sigaction(SIGUSR1, &action, &old_action) != 0)
        return refuse(r, "no signal stack: %s", strerror(errno));
    bool done = depths(r, &own);
    sigaction(SIGUSR1, &old_action, NULL);
    sigaltstack(&before, NULL);
    return done;
}

static bool stack_of(request *r, const fifteen_engine *e, void *context) {
    enum { MOST_KEY_BITS = 65536 };
    uint64_t key_bits, seed;
    if (!need_number(r, "key_bits", MOST_KEY_BITS, &key_bits) ||
        !need_number(r, "seed", UINT64_MAX, &seed))
        return false;
    bytes key = {borrow(r, (size_t)key_bits / 8, 1), (size_t)key_bits / 8};
    size_t blocks = 2 * (size_t)e->batch + 1,
           size = blocks * e->block_bytes; /* batches and a rest */
    uint8_t *plain = borrow(r, size, 64), *in = borrow(r, size, 64), *out = borrow(r, size, 64);
    random_bytes(&seed, key.data, key.size);
    random_bytes(&seed, plain, size);
    if (!key_context(r, e, context, key, FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT, NULL)) return false;
    e->encrypt(context, plain, in, blocks);
    job.engine = e;
    job.context = context;
    job.key = key.data;
    job.key_bits = (unsigned)key_bits;
    job.in = in;
    job.out = out;
    job.blocks = blocks;
    if (!on_own_stack(r)) return false;
    if (memcmp(out, plain, size) != 0) /* decryption was the last */
        return refuse(r, "what was encrypted is not decrypted");
    answer_number(r, "context_bytes", e->context_bytes);
    return true;
}

bool stack(request *r) {
    const entry *found;
    if (!need_engine(r, &found)) return false;
    void *context = new_context(r, found->engine);
    bool done = stack_of(r, found->engine, context);
    forget_context(found->engine, context);
    return done;
}
