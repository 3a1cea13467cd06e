/* SPDX-License-Identifier: Apache-2.0
 * LOKI97: the subkeys, and the halves after each round. */
#include "../../src/loki97.c"

#include "intermediate.h"

static void compute(void) {
    uint8_t key[KEY_MAX / 8], in[16], out[16];
    loki97_context c;
    uint64_t sk[SUBKEYS], x[2], left[ROUNDS], right[ROUNDS];
    unsigned key_bits = 8 * take("KEY", key, sizeof key);
    expand_key(sk, key, key_bits);
    give64("SK", sk, SUBKEYS);

    CHECK(take("PT", in, sizeof in) == sizeof in, "entry %u has no PT", entries);
    CHECK(set_key(&c, key, key_bits, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bits", key_bits);
    x[0] = load64_be(in);
    x[1] = load64_be(in + 8);
    for (unsigned i = 0; i < ROUNDS; i++) {
        encrypt_round(c.k[i], x + (i + 1) % 2, x + i % 2);
        left[i] = x[(i + 1) % 2];
        right[i] = x[i % 2];
    }
    give64("L", left, ROUNDS);
    give64("R", right, ROUNDS);
    encrypt(&c, in, out, 1);
    give_bytes("CT", out, sizeof out);
}
