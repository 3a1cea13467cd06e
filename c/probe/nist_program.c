/* SPDX-License-Identifier: Apache-2.0
 * fifteen-nist-CIPHER: nist_procedure.c around the NIST API of one cipher.
 * Compiled once a cipher: NIST_ENGINE is the descriptor of its first engine. */
#include "nist_procedure.h"

extern const fifteen_engine NIST_ENGINE;

int main(int argc, char **argv) { return nist_program(&NIST_ENGINE, NIST_NAME, argc, argv); }
