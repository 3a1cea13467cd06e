/* SPDX-License-Identifier: Apache-2.0
 * Holds what an engine has inside, round keys and states, against published values.
 *
 * A cipher's test includes its engine's source and this, and defines compute(), which is called for
 * each entry of test/intermediate/NAME.txt; the Java engines are held against the same file. */
#ifndef FIFTEEN_INTERMEDIATE_H
#define FIFTEEN_INTERMEDIATE_H

#include "../fields.h"
#include "bytes.h"

/* Words, printed as numbers. */
static inline void give32(const char *name, const uint32_t *x, size_t count) {
    for (size_t i = 0; i < count; i++) add_word(x[i], 8);
    end_value(name);
}

/* Words, printed as bytes, the low one first. */
static inline void give32_le(const char *name, const uint32_t *x, size_t count) {
    for (size_t i = 0; i < count; i++) add_word(swap32(x[i]), 8);
    end_value(name);
}

static inline void give64(const char *name, const uint64_t *x, size_t count) {
    for (size_t i = 0; i < count; i++) add_word(x[i], 16);
    end_value(name);
}

/* The name of a value that a number follows; until the next call. */
static inline const char *numbered(const char *name, unsigned number) {
    static char text[16];
    snprintf(text, sizeof text, "%.8s%u", name, number);
    return text;
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    read_fields(argv[1]);
    return failures != 0;
}

#endif
