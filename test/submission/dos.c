/* SPDX-License-Identifier: Apache-2.0
 * A file for another system: it doesn't compile, and nobody needs it. */
#include <conio.h>

void wait(void) { getch(); }
