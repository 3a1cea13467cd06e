/* SPDX-License-Identifier: Apache-2.0
 * HPC: Permb, the key expansion, and the state after each round. */
#include "../../src/hpc.c"

#include "intermediate.h"

static void give_medium(const hpc_context *c, const uint8_t in[16]) {
    uint64_t s[1][2] = {
        {load64_be(in) + c->kx[MEDIUM_BITS], load64_be(in + 8) + c->kx[MEDIUM_BITS + 1]}};
    uint8_t out[16];
    for (unsigned i = 0; i < 8; i++) {
        medium_round(s, 1, c, i);
        give64(numbered("R", i), s[0], 2);
    }
    encrypt_medium(c, in, out, 1);
    give_bytes("CT", out, sizeof out);
}

static void give_short(const hpc_context *c, const uint8_t in[8]) {
    uint64_t s[1] = {load64_be(in) + c->kx[SHORT_BITS]};
    uint8_t out[8];
    for (unsigned i = 0; i < 8; i++) {
        short_round(s, 1, c, i);
        give64(numbered("R", i), s, 1);
    }
    encrypt_short(c, in, out, 1);
    give_bytes("CT", out, sizeof out);
}

static void compute(void) {
    uint8_t subcipher[1] = {0}, key[KEY_MAX / 8], spice[8 * SPICE] = {0}, in[16];
    hpc_context c;
    give64("PERMB", PERMB, 16);
    give64("PERMBI", PERMBI, 16);
    take("SUBCIPHER", subcipher, 1);
    unsigned key_bytes = take("KEY", key, sizeof key);
    expand_key(c.kx, key, key_bytes, subcipher[0], JUNE_1998);
    give64("KX", c.kx, 8);
    give64("KX248", c.kx + 248, 8);

    take("SPICE", spice, sizeof spice);
    set_tweak(&c, spice);
    unsigned size = take("PT", in, sizeof in);
    if (size == sizeof in) give_medium(&c, in);
    if (size == 8) give_short(&c, in);
}
