/* SPDX-License-Identifier: Apache-2.0
 * The least that a test needs: CHECK reports and goes on, `failures` is main's result. */
#ifndef FIFTEEN_CHECK_H
#define FIFTEEN_CHECK_H

#include <stdio.h>

static int failures;

#define CHECK(condition, ...)                                                                      \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            failures++;                                                                            \
            printf("%s:%d: %s: ", __FILE__, __LINE__, #condition);                                 \
            printf(__VA_ARGS__);                                                                   \
            printf("\n");                                                                          \
        }                                                                                          \
    } while (0)

#endif
