/* SPDX-License-Identifier: Apache-2.0
 * The engines that a probe holds, by id, and the verbs that any set of
 * engines can answer. */
#ifndef FIFTEEN_REGISTRY_H
#define FIFTEEN_REGISTRY_H

#include "fifteen.h"
#include "transport.h"

typedef struct entry {
    const char *id;
    const fifteen_engine *engine;
    const fifteen_plugin *plugin;
    bool usable; /* fifteen_cpu_has all that it needs */
} entry;

/* Adds every engine of a plug-in; `source` names it in error messages. */
void add_plugin(const fifteen_plugin *plugin, const char *source);
void load_plugin(const char *path);

enum { MOST_TWEAK = 256 }; /* bytes */

/* The usable engine that engine= names. */
bool need_engine(request *r, const entry **found);

/* Our first engine of the cipher, portable if there is such a one; or NULL. */
const fifteen_engine *reference_engine(const char *cipher);

/* A zeroed context of the engine, until forget_context. */
void *new_context(request *r, const fifteen_engine *e);
void forget_context(const fifteen_engine *e, void *context);

/* Whether the engine has left alone what is behind its context. */
bool context_holds(const fifteen_engine *e, const void *context);

/* set_key and, where the cipher has a tweak, set_tweak: tweak NULL is zeros. */
bool key_context(request *r, const fifteen_engine *e, void *context, bytes key, int directions,
                 const bytes *tweak);

/* Verbs. */
bool list(request *r);
bool crypt(request *r);
bool mct(request *r);
bool measure(request *r);
bool count(request *r);
bool stack(request *r);

#define CRYPT_WORDS "engine direction key data tweak layout"
#define MCT_WORDS "engine mode key data iv count tweak"
#define MEASURE_WORDS                                                                              \
    "cell engine operation key_bits blocks seed iterations warmup known_key known_plain "          \
    "known_cipher width"
#define COUNT_WORDS "cell engine operation key_bits blocks seed known_key known_plain known_cipher"
#define STACK_WORDS "cell engine key_bits seed"

#endif
