/* SPDX-License-Identifier: Apache-2.0
 * The verbs that prove: crypt and mct. */
#include <string.h>

#include "random.h"
#include "registry.h"

typedef void (*work)(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);

static bool optional_tweak(request *r, bytes *tweak, const bytes **given) {
    *given = word(r, "tweak") == NULL ? NULL : tweak;
    return *given == NULL || need_bytes(r, "tweak", tweak);
}

/* ---- crypt ---- */

enum { PLAIN, IN_PLACE, ONE_BY_ONE, UNALIGNED };
static const char *const layouts[] = {"plain", "in-place", "one-by-one", "unaligned", NULL};
static const char *const directions[] = {"encrypt", "decrypt", NULL};

/* A buffer between two guards. The guards are random, so that no engine writes
 * them by chance. */
enum { GUARD = 64 };

typedef struct guarded {
    uint8_t *before, *data;
    size_t size;
} guarded;

static guarded new_guarded(request *r, size_t size, size_t offset) {
    uint64_t seed = size;
    uint8_t *all = borrow(r, GUARD + offset + size + GUARD, 64);
    guarded g = {all, all + GUARD + offset, size};
    random_bytes(&seed, all, GUARD + offset + size + GUARD);
    return g;
}

static bool guards_hold(request *r, guarded g) {
    guarded fresh = new_guarded(r, g.size, (size_t)(g.data - g.before) - GUARD);
    return memcmp(g.before, fresh.before, (size_t)(g.data - g.before)) == 0 &&
           memcmp(g.data + g.size, fresh.data + fresh.size, GUARD) == 0;
}

static bool crypt_with(request *r, const fifteen_engine *e, void *context) {
    bytes key, data, tweak;
    const bytes *given_tweak;
    size_t direction, layout;
    const char *named;
    if (!need_word(r, "direction", &named) || !choose(r, "direction", directions, &direction) ||
        !choose(r, "layout", layouts, &layout) || !need_bytes(r, "key", &key) ||
        !need_bytes(r, "data", &data) || !optional_tweak(r, &tweak, &given_tweak))
        return false;
    if (data.size % e->block_bytes != 0)
        return refuse(r, "data= has %zu bytes, which are no whole blocks of %u", data.size,
                      e->block_bytes);
    int wanted = direction == 0 ? FIFTEEN_ENCRYPT : FIFTEEN_DECRYPT;
    if (layout != PLAIN) { /* both directions, and in place of another key */
        uint8_t zeros[32] = {0};
        bytes another = key.size > sizeof zeros ? key : (bytes){zeros, key.size};
        wanted = FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT;
        if (!key_context(r, e, context, another, wanted, NULL)) return false;
    }
    if (!key_context(r, e, context, key, wanted, given_tweak)) return false;

    work run = direction == 0 ? e->encrypt : e->decrypt;
    size_t blocks = data.size / e->block_bytes;
    guarded in = new_guarded(r, data.size, layout == UNALIGNED ? 1 : 0);
    guarded out = layout == IN_PLACE ? in : new_guarded(r, data.size, layout == UNALIGNED ? 3 : 0);
    memcpy(in.data, data.data, data.size);
    if (layout == ONE_BY_ONE) {
        for (size_t i = 0; i < data.size; i += e->block_bytes)
            run(context, in.data + i, out.data + i, 1);
    } else {
        run(context, in.data, out.data, blocks);
    }
    if (layout != IN_PLACE && memcmp(in.data, data.data, data.size) != 0)
        return refuse(r, "the engine changed its input");
    if (!guards_hold(r, in) || !guards_hold(r, out))
        return refuse(r, "the engine wrote outside of its output");
    if (!context_holds(e, context)) return refuse(r, "the engine wrote outside of its context");
    answer_bytes(r, "data", out.data, out.size);
    return true;
}

bool crypt(request *r) {
    const entry *found;
    if (!need_engine(r, &found)) return false;
    void *context = new_context(r, found->engine);
    bool done = crypt_with(r, found->engine, context);
    forget_context(found->engine, context);
    return done;
}

/* ---- mct ---- */

enum { MAX_BLOCK = 32 };

static void xor_into(uint8_t x[MAX_BLOCK], const uint8_t y[MAX_BLOCK]) {
    for (size_t i = 0; i < MAX_BLOCK; i++) x[i] ^= y[i];
}

enum { ECB_ENCRYPT, ECB_DECRYPT, CBC_ENCRYPT, CBC_DECRYPT };
static const char *const modes[] = {"ecb-encrypt", "ecb-decrypt", "cbc-encrypt", "cbc-decrypt",
                                    NULL};

static bool mct_with(request *r, const fifteen_engine *e, void *context) {
    bytes key, data, tweak, iv;
    const bytes *given_tweak;
    size_t mode, size = e->block_bytes;
    uint64_t count = 10000;
    const char *named;
    if (!need_word(r, "mode", &named) || !choose(r, "mode", modes, &mode) ||
        !need_bytes(r, "key", &key) || !need_bytes(r, "data", &data) ||
        !optional_tweak(r, &tweak, &given_tweak) ||
        (word(r, "count") != NULL && !need_number(r, "count", UINT32_MAX, &count)))
        return false;
    bool chained = mode == CBC_ENCRYPT || mode == CBC_DECRYPT;
    if (count < 2) return refuse(r, "count= is less than 2");
    if (data.size != size)
        return refuse(r, "data= has %zu bytes, not one block of %zu", data.size, size);
    if (chained && !need_bytes(r, "iv", &iv)) return false;
    if (!chained && word(r, "iv") != NULL) return refuse(r, "%s takes no iv=", modes[mode]);
    if (chained && iv.size != size)
        return refuse(r, "iv= has %zu bytes, not one block of %zu", iv.size, size);

    bool encrypts = mode == ECB_ENCRYPT || mode == CBC_ENCRYPT;
    if (!key_context(r, e, context, key, encrypts ? FIFTEEN_ENCRYPT : FIFTEEN_DECRYPT, given_tweak))
        return false;
    work run = encrypts ? e->encrypt : e->decrypt;
    /* The largest block is copied, whatever the cipher's: a copy of known size is no call. */
    uint8_t input[MAX_BLOCK] = {0}, previous[MAX_BLOCK], last[MAX_BLOCK] = {0},
            chain[MAX_BLOCK] = {0};
    memcpy(input, data.data, size);
    if (chained) memcpy(chain, iv.data, size);
    memcpy(last, chain, size);
    for (uint64_t turn = 0; turn < count; turn++) {
        memcpy(previous, last, MAX_BLOCK);
        if (mode == CBC_ENCRYPT) xor_into(input, chain);
        run(context, input, last, 1);
        if (mode == CBC_DECRYPT) xor_into(last, chain);
        memcpy(chain, mode == CBC_ENCRYPT ? last : input, MAX_BLOCK);
        memcpy(input, mode == CBC_ENCRYPT ? previous : last, MAX_BLOCK);
    }
    answer_bytes(r, "previous", previous, size);
    answer_bytes(r, "last", last, size);
    return true;
}

bool mct(request *r) {
    const entry *found;
    if (!need_engine(r, &found)) return false;
    void *context = new_context(r, found->engine);
    bool done = mct_with(r, found->engine, context);
    forget_context(found->engine, context);
    return done;
}
