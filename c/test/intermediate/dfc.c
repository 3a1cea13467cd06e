/* SPDX-License-Identifier: Apache-2.0
 * DFC: the constants made of e, and the round keys of both versions; these by the multiplication
 * for compilers without 128-bit words. */
#undef __SIZEOF_INT128__
#include "../../src/dfc.c"

#include "intermediate.h"

static void compute(void) {
    uint32_t kc = (uint32_t)(E[33] >> 32);
    give64("RT", E, 32);
    give64("KD", &E[32], 1);
    give32("KC", &kc, 1);

    if (!has("KEY")) return;
    uint8_t key[KEY_MAX / 8];
    dfc_context c;
    unsigned key_bytes = take("KEY", key, sizeof key);
    CHECK(set_key_v1(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u", key_bytes);
    give64("K1", &c.k[0].a, 2 * ROUNDS);
    CHECK(set_key_v2(&c, key, 8 * key_bytes, FIFTEEN_ENCRYPT) == FIFTEEN_OK, "%u", key_bytes);
    give64("K2", &c.k[0].a, 2 * ROUNDS);
}
