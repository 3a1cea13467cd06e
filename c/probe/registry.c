/* SPDX-License-Identifier: Apache-2.0 */
#define _POSIX_C_SOURCE 200809L
#include "registry.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "ticks.h"

static entry *entries;
static size_t entry_count;

static void *checked(void *memory) {
    if (memory == NULL) die(1, "out of memory");
    return memory;
}

/* ---- Adding ---- */

static bool is_sound(const fifteen_engine *e) {
    size_t align = e->context_align;
    return e->cipher != NULL && e->name != NULL && e->needs != NULL && e->block_bytes >= 8 &&
           e->block_bytes <= 32 && e->batch > 0 && e->key_bits.step > 0 &&
           e->key_bits.min <= e->key_bits.max && align > 0 && (align & (align - 1)) == 0 &&
           e->context_bytes > 0 && e->context_bytes % align == 0 && e->tweak_bytes <= MOST_TWEAK &&
           (e->tweak_bytes == 0) == (e->set_tweak == NULL) && e->set_key != NULL &&
           e->encrypt != NULL && e->decrypt != NULL && e->wipe != NULL;
}

static char *make_id(const fifteen_plugin *p, const fifteen_engine *e) {
    size_t room = strlen(p->name) + strlen(e->cipher) + strlen(e->name) + 5;
    char *id = checked(malloc(room));
    if (strcmp(p->name, "fifteen") == 0) {
        snprintf(id, room, "c/%s/%s", e->cipher, e->name);
        return id;
    }
    unsigned same = 0;
    for (const fifteen_engine *const *other = p->engines; *other != NULL; other++)
        if (strcmp((*other)->cipher, e->cipher) == 0) same++;
    if (same > 1)
        snprintf(id, room, "c/%s/%s/%s", p->name, e->cipher, e->name);
    else
        snprintf(id, room, "c/%s/%s", p->name, e->cipher);
    return id;
}

static const entry *find(const char *id) {
    for (size_t i = 0; i < entry_count; i++)
        if (strcmp(entries[i].id, id) == 0) return &entries[i];
    return NULL;
}

/* A field that the plug-in leaves NULL; or NULL. */
static const char *missing_field(const fifteen_plugin *p) {
    if (p->name == NULL) return "name";
    if (p->built_version == NULL) return "built_version";
    if (p->running_version == NULL) return "running_version";
    return p->engines == NULL ? "engines" : NULL;
}

void add_plugin(const fifteen_plugin *plugin, const char *source) {
    if (plugin == NULL) die(2, "%s: fifteen_plugin_1 returns NULL", source);
    const char *missing = missing_field(plugin);
    if (missing != NULL) die(2, "%s: %s of the plug-in is NULL", source, missing);
    for (const fifteen_engine *const *e = plugin->engines; *e != NULL; e++) {
        if (!is_sound(*e))
            die(2, "%s: the descriptor of an engine of %s breaks the contract", source,
                (*e)->cipher == NULL ? "no cipher" : (*e)->cipher);
        char *id = make_id(plugin, *e);
        if (find(id) != NULL) die(2, "%s: there is an engine %s already", source, id);
        entries = checked(realloc(entries, (entry_count + 1) * sizeof *entries));
        entries[entry_count++] = (entry){id, *e, plugin, fifteen_cpu_has((*e)->needs) != 0};
    }
}

/* A plug-in that leaks ends its own process, not the machine's others. */
static void limit_memory(void) {
    struct rlimit limit;
    const rlim_t most = (rlim_t)2 << 30;
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur <= most) return;
    limit.rlim_cur = most;
    setrlimit(RLIMIT_AS, &limit);
}

void load_plugin(const char *path) {
    limit_memory();
    void *object = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (object == NULL) die(2, "%s", dlerror());
    const fifteen_plugin *(*plugin)(void);
    *(void **)&plugin = dlsym(object, "fifteen_plugin_1"); /* the form that POSIX gives */
    if (plugin == NULL) die(2, "%s: exports no fifteen_plugin_1", path);
    add_plugin(plugin(), path);
}

/* ---- Finding and using ---- */

bool need_engine(request *r, const entry **found) {
    const char *id;
    if (!need_word(r, "engine", &id)) return false;
    *found = find(id);
    if (*found == NULL) return refuse(r, "unknown engine: %s", id);
    if (!(*found)->usable)
        return refuse(r, "%s needs what this processor lacks or FIFTEEN_FEATURES masks: %s", id,
                      (*found)->engine->needs);
    return true;
}

const fifteen_engine *reference_engine(const char *cipher) {
    for (const fifteen_engine *const *e = fifteen_plugin_1()->engines; *e != NULL; e++)
        if (strcmp((*e)->cipher, cipher) == 0) return *e;
    return NULL;
}

enum { CONTEXT_GUARD = 64 }; /* zeros behind a context */

void *new_context(request *r, const fifteen_engine *e) {
    enum { CACHE_LINE = 64 }; /* at the same place in a line in every process */
    size_t align = e->context_align > CACHE_LINE ? e->context_align : CACHE_LINE;
    size_t size = e->context_bytes + CONTEXT_GUARD;
    return memset(borrow(r, size, align), 0, size);
}

bool context_holds(const fifteen_engine *e, const void *context) {
    static const uint8_t zeros[CONTEXT_GUARD];
    return memcmp((const uint8_t *)context + e->context_bytes, zeros, sizeof zeros) == 0;
}

void forget_context(const fifteen_engine *e, void *context) { e->wipe(context); }

bool key_context(request *r, const fifteen_engine *e, void *context, bytes key, int directions,
                 const bytes *tweak) {
    static const uint8_t zeros[MOST_TWEAK];
    int error = e->set_key(context, key.data, (unsigned)(8 * key.size), directions);
    if (error == FIFTEEN_BAD_KEY_BITS)
        return refuse(r, "%s takes no key of %zu bits", e->cipher, 8 * key.size);
    if (error != FIFTEEN_OK) return refuse(r, "set_key failed: %d", error);
    if (tweak != NULL && tweak->size != e->tweak_bytes)
        return refuse(r, "%s takes a tweak of %u bytes, not %zu", e->cipher, e->tweak_bytes,
                      tweak->size);
    if (e->set_tweak != NULL) e->set_tweak(context, tweak == NULL ? zeros : tweak->data);
    return true;
}

/* ---- list ---- */

#ifndef __VERSION__ /* as in tcc */
#define __VERSION__ FIFTEEN_COMPILER
#endif

static void answer_toolchain(request *r) {
    char flags[] = FIFTEEN_FLAGS, *rest = NULL;
    answer_open(r, "toolchain", '{');
    answer_string(r, "name", FIFTEEN_COMPILER);
    answer_string(r, "version", __VERSION__);
    answer_open(r, "flags", '[');
    for (char *f = strtok_r(flags, " ", &rest); f != NULL; f = strtok_r(NULL, " ", &rest))
        answer_string(r, NULL, f);
    answer_close(r, ']');
    answer_close(r, '}');
}

bool list(request *r) {
    answer_string(r, "probe", "c");
    answer_toolchain(r);
    answer_bool(r, "ticks", HAVE_TICKS);
    answer_open(r, "engines", '[');
    for (size_t i = 0; i < entry_count; i++) {
        const entry *entry = &entries[i];
        const fifteen_engine *e = entry->engine;
        answer_open(r, NULL, '{');
        answer_string(r, "engine", entry->id);
        answer_string(r, "cipher", e->cipher);
        answer_string(r, "name", e->name);
        answer_string(r, "library", entry->plugin->name);
        answer_string(r, "version", entry->plugin->running_version);
        answer_string(r, "built_version", entry->plugin->built_version);
        answer_string(r, "needs", e->needs);
        answer_bool(r, "usable", entry->usable);
        answer_number(r, "block_bytes", e->block_bytes);
        answer_number(r, "key_bits_min", e->key_bits.min);
        answer_number(r, "key_bits_max", e->key_bits.max);
        answer_number(r, "key_bits_step", e->key_bits.step);
        answer_number(r, "tweak_bytes", e->tweak_bytes);
        answer_number(r, "batch", e->batch);
        answer_number(r, "pays_from", fifteen_pays_from(e));
        answer_number(r, "context_bytes", e->context_bytes);
        answer_close(r, '}');
    }
    answer_close(r, ']');
    return true;
}
