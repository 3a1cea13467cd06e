/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FIFTEEN_TEST_CONTEXT_H
#define FIFTEEN_TEST_CONTEXT_H

#include <stdlib.h>

#include "fifteen.h"

/* A zeroed context aligned as asked, and no better. *memory is to be freed. */
static void *new_context(const fifteen_engine *e, void **memory) {
    size_t align = e->context_align;
    *memory = calloc(1, e->context_bytes + 4 * align);
    if (*memory == NULL) exit(1);
    uintptr_t at = ((uintptr_t)*memory + 2 * align - 1) / (2 * align) * (2 * align) + align;
    return (void *)at;
}

#endif
