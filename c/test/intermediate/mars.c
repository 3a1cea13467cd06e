/* SPDX-License-Identifier: Apache-2.0
 * MARS: the round keys, of both rounds of the competition, and the states between what are single
 * steps here. */
#include "../../src/mars.c"

#include "intermediate.h"

static void compute(void) {
    uint8_t key[KEY_MAX / 8], in[16], out[16];
    mars_context c;
    uint32_t x[1][4];
    unsigned key_bytes = take("KEY", key, sizeof key);
    CHECK(set_key_round1(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bytes",
          key_bytes);
    give32("ROUND1_K", c.k, KEYS);

    CHECK(set_key(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bytes", key_bytes);
    give32("K", c.k, KEYS);
    take("PT", in, sizeof in);
    load_plain(x[0], in, c.k);
    give32_le("IV1", x[0], 4);
    forward_mixing(x, 1);
    give32_le("IV9", x[0], 4);
    for (unsigned i = 4; i < 36; i += 8) {
        four_rounds(x[0], c.k + i, i < 20);
        give32_le(numbered("IV", 11 + i / 2), x[0], 4);
    }
    backward_mixing(x, 1);
    give32_le("IV33", x[0], 4);
    store_cipher(out, x[0], c.k);
    give_bytes("CT", out, sizeof out);
}
