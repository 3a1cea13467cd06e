/* SPDX-License-Identifier: Apache-2.0
 * DEAL: the round keys, and the halves after each round. */
#include "../../src/deal.c"

#include "intermediate.h"

/* IP as Cryptix prints it: the right half before the left, the bits of every byte
 * from last to first. So come bits 1 of all bytes, bits 3, 5, 7, 2, 4, 6, 8. */
static void initial_permutation(uint8_t out[8], const uint8_t in[8]) {
    for (unsigned i = 0; i < 8; i++) {
        unsigned bit = i < 4 ? 2 * i + 1 : 2 * i - 6;
        out[i] = 0;
        for (unsigned j = 0; j < 8; j++) out[i] |= (uint8_t)((in[j] >> (8 - bit) & 1) << (7 - j));
    }
}

static void give_halves(const char *name, des_block left, des_block right) {
    uint8_t bytes[8], both[16];
    fifteen_des_store(bytes, left);
    initial_permutation(both, bytes);
    fifteen_des_store(bytes, right);
    initial_permutation(both + 8, bytes);
    give_bytes(name, both, sizeof both);
}

static void compute(void) {
    uint8_t key[KEY_MAX / 8], rk[MAX_ROUNDS][8], in[16], out[16];
    deal_context c;
    halves x;
    unsigned key_bytes = take("KEY", key, sizeof key);
    CHECK(set_key(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u bytes", key_bytes);
    make_round_keys(rk, c.rounds, key, key_bytes / 8);
    for (unsigned i = 0; i < c.rounds; i++) give_bytes(numbered("RK", i), rk[i], 8);

    take("PT", in, sizeof in);
    load_halves(&x, in, 1);
    give_halves("IP(PT)", x.l[0], x.r[0]);
    for (unsigned i = 0; i < c.rounds; i += 2) {
        fifteen_des_add(x.r, x.l, c.k[i], 1);
        give_halves(numbered("CT", i + 1), x.r[0], x.l[0]);
        fifteen_des_add(x.l, x.r, c.k[i + 1], 1);
        give_halves(numbered("CT", i + 2), x.l[0], x.r[0]);
    }
    store_halves(out, &x, 1);
    give_bytes("CT", out, sizeof out);
}
