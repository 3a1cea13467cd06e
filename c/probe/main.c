/* SPDX-License-Identifier: Apache-2.0
 * fifteen-probe: verifies and measures the engines of this library, and those
 * of plug-ins. docs/probe-protocol.md says how it is talked to. */
#include "commandline.h"
#include "registry.h"

int main(int argc, char **argv) {
    static const verb verbs[] = {
        {.name = "list", .words = "", .run = list},
        {.name = "crypt", .words = CRYPT_WORDS, .run = crypt},
        {.name = "mct", .words = MCT_WORDS, .run = mct},
        {.name = "time", .words = MEASURE_WORDS, .run = measure},
        {.name = "count", .words = COUNT_WORDS, .run = count},
        {.name = "stack", .words = STACK_WORDS, .run = stack},
        {.name = NULL},
    };
    add_plugin(fifteen_plugin_1(), "fifteen-probe");
    serve(read_command_line(argc, argv), verbs);
    return 0;
}
