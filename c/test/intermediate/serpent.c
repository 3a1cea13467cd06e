/* SPDX-License-Identifier: Apache-2.0
 * Serpent: the padded key and the round keys. */
#include "../../src/serpent.c"

#include "intermediate.h"

/* As NIST's files have it: the last word first. */
static void give_reversed(const char *name, const uint32_t *x, size_t count) {
    uint32_t reversed[8];
    for (size_t i = 0; i < count; i++) reversed[i] = x[count - 1 - i];
    give32(name, reversed, count);
}

static void compute(void) {
    uint8_t reversed[KEY_BYTES], key[KEY_BYTES];
    uint32_t padded[8];
    serpent_context c;
    unsigned key_bytes = take("KEY", reversed, sizeof reversed);
    for (unsigned i = 0; i < key_bytes; i++) key[i] = reversed[key_bytes - 1 - i];
    CHECK(set_key(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bytes", key_bytes);
    load_key(padded, key, key_bytes);
    give_reversed("LONG_KEY", padded, 8);
    for (unsigned i = 0; i <= ROUNDS; i++) {
        uint32_t *k = c.k + 4 * (size_t)i;
        if (i < ROUNDS) complement(k, S_ZERO[i % 8]); /* back to the specification's */
        give_reversed(numbered("SK", i), k, 4);
    }
}
