/* SPDX-License-Identifier: Apache-2.0
 * MARS: the round keys, and the states between what are single steps here. */
#include "../../src/mars.c"

#include "intermediate.h"

static void compute(void) {
    uint8_t key[KEY_MAX / 8], in[16], out[16];
    mars_context c;
    uint32_t x[4];
    unsigned key_bytes = take("KEY", key, sizeof key);
    CHECK(set_key(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bytes", key_bytes);
    give32("K", c.k, KEYS);

    if (take("PT", in, sizeof in) == 0) return;
    load_plain(x, in, c.k);
    give32_le("IV1", x, 4);
    forward_mixing(x);
    give32_le("IV9", x, 4);
    for (unsigned i = 4; i < 36; i += 8) {
        four_rounds(x, c.k + i, i < 20);
        give32_le(numbered("IV", 11 + i / 2), x, 4);
    }
    backward_mixing(x);
    give32_le("IV33", x, 4);
    store_cipher(out, x, c.k);
    give_bytes("CT", out, sizeof out);
}
