/* SPDX-License-Identifier: Apache-2.0
 * PROBE --out FILE [--plugin SHARED_OBJECT]... [--core N] */
#ifndef FIFTEEN_COMMANDLINE_H
#define FIFTEEN_COMMANDLINE_H

/* Loads the plug-ins, pins the process, and returns FILE. Ends the program
 * with status 2 when the command line, or FIFTEEN_FEATURES, is wrong. */
const char *read_command_line(int argc, char **argv);

#endif
