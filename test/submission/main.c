/* SPDX-License-Identifier: Apache-2.0
 * The submission's driver: it has a main, and is not to be linked. */
#include <stdio.h>

#include "rc6_aes.h"

int encrypt(void) { return 1; }

int main(void) {
    keyInstance key;
    return makeKey(&key, DIR_ENCRYPT, 128, "00000000000000000000000000000000") != TRUE;
}
