/* SPDX-License-Identifier: Apache-2.0
 * RC6-32/20/b in vectors: a register holds one word of several blocks, so that a round is the
 * portable one's. Constant-time, like that.
 *
 * Who includes this has chosen registers, and says what lane_ciphers.h wants; f of the
 * specification, and by what it rotates, as a `mixed`; and left_by and right_by, which rotate each
 * word by its own. Of the engine THIS it says the NAME, what it NEEDS, and from how many blocks on
 * it PAYS.
 */
#ifndef FIFTEEN_RC6_LANES_H
#define FIFTEEN_RC6_LANES_H

#include "rc6.h"
#include "wide.h"

extern const fifteen_engine fifteen_rc6_portable;

/* ---- Encryption ---- */

/* The words change their names instead of their places. u goes first: the round before has made d
 * first. */
TARGET static ALWAYS_INLINE void round_of(word *a, const word *b, word *c, const word *d,
                                          const uint32_t k[2]) {
    const mixed u = f(*d), t = f(*b);
    *a = left_by(*a ^ t.value, u.amount) + k[0];
    *c = left_by(*c ^ u.value, t.amount) + k[1];
}

TARGET static ALWAYS_INLINE void encrypt_words(const void *context, word x[][4], unsigned sets) {
    const uint32_t *k = ((const rc6_context *)context)->k;
    for (unsigned s = 0; s < sets; s++) {
        x[s][1] += k[0];
        x[s][3] += k[1];
    }
    for (unsigned i = 2; i < KEYS - 2; i += 8) {
        for (unsigned s = 0; s < sets; s++) round_of(&x[s][0], &x[s][1], &x[s][2], &x[s][3], k + i);
        for (unsigned s = 0; s < sets; s++)
            round_of(&x[s][1], &x[s][2], &x[s][3], &x[s][0], k + i + 2);
        for (unsigned s = 0; s < sets; s++)
            round_of(&x[s][2], &x[s][3], &x[s][0], &x[s][1], k + i + 4);
        for (unsigned s = 0; s < sets; s++)
            round_of(&x[s][3], &x[s][0], &x[s][1], &x[s][2], k + i + 6);
    }
    for (unsigned s = 0; s < sets; s++) {
        x[s][0] += k[KEYS - 2];
        x[s][2] += k[KEYS - 1];
    }
}

/* ---- Decryption ---- */

TARGET static ALWAYS_INLINE void inverse_round_of(word *a, const word *b, word *c, const word *d,
                                                  const uint32_t k[2]) {
    const mixed t = f(*b), u = f(*d);
    *c = right_by(*c - k[1], t.amount) ^ u.value;
    *a = right_by(*a - k[0], u.amount) ^ t.value;
}

TARGET static ALWAYS_INLINE void decrypt_words(const void *context, word x[][4], unsigned sets) {
    const uint32_t *k = ((const rc6_context *)context)->k;
    for (unsigned s = 0; s < sets; s++) {
        x[s][0] -= k[KEYS - 2];
        x[s][2] -= k[KEYS - 1];
    }
    for (unsigned i = KEYS - 2; i > 2; i -= 8) {
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][3], &x[s][0], &x[s][1], &x[s][2], k + i - 2);
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][2], &x[s][3], &x[s][0], &x[s][1], k + i - 4);
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][1], &x[s][2], &x[s][3], &x[s][0], k + i - 6);
        for (unsigned s = 0; s < sets; s++)
            inverse_round_of(&x[s][0], &x[s][1], &x[s][2], &x[s][3], k + i - 8);
    }
    for (unsigned s = 0; s < sets; s++) {
        x[s][1] -= k[0];
        x[s][3] -= k[1];
    }
}

#include "lane_ciphers.h"

/* ---- Engine ---- */

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    return fifteen_rc6_portable.set_key(context, key, key_bits, directions);
}

static void wipe(void *context) { fifteen_rc6_portable.wipe(context); }

const fifteen_engine THIS = {
    .cipher = "rc6",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {0, 2040, 8},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(rc6_context),
    .context_align = _Alignof(rc6_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
    .modes = &modes,
};

#endif
