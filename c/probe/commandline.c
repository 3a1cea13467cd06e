/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_setaffinity */
#include "commandline.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>

#include "registry.h"

/* The library is silent about it, and would use no feature at all. */
static void check_features(void) {
    const char *error = fifteen_features_error();
    if (error != NULL)
        die(2,
            "FIFTEEN_FEATURES: '%s' is not understood; it is a list like -avx2,-aes of the names "
            "in docs/c-library.md",
            error);
}

static void pin(const char *core) {
#if defined(__linux__)
    char *end;
    cpu_set_t set;
    unsigned long number = strtoul(core, &end, 10);
    if (core[0] < '0' || core[0] > '9' || *end != '\0' || number >= CPU_SETSIZE)
        die(2, "--core %s: not the number of a core", core);
    CPU_ZERO(&set);
    CPU_SET(number, &set);
    if (sched_setaffinity(0, sizeof set, &set) != 0) die(2, "--core %s: %s", core, strerror(errno));
#else
    die(2, "--core %s: this system pins no process to a core", core);
#endif
}

const char *read_command_line(int argc, char **argv) {
    const char *out = NULL;
    check_features();
    for (int i = 1; i < argc; i += 2) {
        const char *option = argv[i], *value = argv[i + 1]; /* argv ends with NULL */
        bool known = strcmp(option, "--out") == 0 || strcmp(option, "--plugin") == 0 ||
                     strcmp(option, "--core") == 0;
        if (!known) die(2, "unknown option: %s", option);
        if (value == NULL) die(2, "%s needs a value", option);
        if (strcmp(option, "--out") == 0)
            out = value;
        else if (strcmp(option, "--core") == 0)
            pin(value);
        else
            load_plugin(value);
    }
    if (out == NULL) die(2, "usage: %s --out FILE [--plugin SHARED_OBJECT]... [--core N]", argv[0]);
    return out;
}
