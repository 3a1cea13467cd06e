/* SPDX-License-Identifier: Apache-2.0 */
#ifndef FIFTEEN_NIST_PROCEDURE_H
#define FIFTEEN_NIST_PROCEDURE_H

#include "fifteen.h"

/* A program's main: `behind` is the engine that its NIST API calls, and `name`
 * what the program calls it. */
int nist_program(const fifteen_engine *behind, const char *name, int argc, char **argv);

#endif
