/* SPDX-License-Identifier: Apache-2.0
 * A program as a user would write it, with nothing but fifteen.h: it is built
 * as C and as C++, against the static and against the shared library. */
#include <fifteen.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    /* FIPS 197, appendix C.1 */
    uint8_t key[16], text[32];
    const uint8_t cipher[16] = {0x69, 0xc4, 0xe0, 0xd8, 0x6a, 0x7b, 0x04, 0x30,
                                0xd8, 0xcd, 0xb7, 0x80, 0x70, 0xb4, 0xc5, 0x5a};
    for (int i = 0; i < 16; i++) key[i] = (uint8_t)i;
    for (int i = 0; i < 32; i++) text[i] = (uint8_t)(17 * (i % 16));

    const fifteen_engine *e = fifteen_best("rijndael", 128, 2);
    if (e == NULL || fifteen_best("rijndael", 127, 2) != NULL) return 1;
    void *context = calloc(1, e->context_bytes);
    if (context == NULL) return 1;
    if (e->set_key(context, key, 128, FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT) != FIFTEEN_OK) return 1;
    e->encrypt(context, text, text, 2);
    if (memcmp(text, cipher, 16) != 0 || memcmp(text + 16, cipher, 16) != 0) return 1;
    e->decrypt(context, text, text, 2);
    e->wipe(context);
    free(context);
    return text[0] == 0 && text[31] == 0xff ? 0 : 1;
}
