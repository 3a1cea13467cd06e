/* SPDX-License-Identifier: Apache-2.0
 * Twofish: the keys of whitening and rounds, and the state after each round. */
#include "../../src/twofish.c"

#include "intermediate.h"

static void compute(void) {
    uint8_t key[KEY_MAX / 8], in[16], out[16];
    twofish_context c;
    uint32_t x[4];
    unsigned key_bytes = take("KEY", key, sizeof key);
    CHECK(set_key(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bytes", key_bytes);
    give32("K", c.k, 8 + 2 * ROUNDS);

    take("PT", in, sizeof in);
    load(x, in, c.k);
    give32("R0", x, 4);
    for (unsigned r = 0; r < ROUNDS; r++) {
        unsigned from = r % 2 * 2;
        encrypt_round(&c, c.k + 8 + 2 * r, x + from, x + (from ^ 2));
        give32(numbered("R", r + 1), x, 4);
    }
    store(out, x, c.k + 4);
    give_bytes("CT", out, sizeof out);
}
