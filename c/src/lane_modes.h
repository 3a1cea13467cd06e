/* SPDX-License-Identifier: Apache-2.0
 * Blocks of four little-endian words in registers of one word of several blocks each, SETS sets of
 * four registers at a time; and modes fused with the cipher: a counter is made as words, what is
 * added to a block goes in or out with it.
 *
 * Who includes this has chosen registers (lanes256.h or lanes512.h) and says what the cipher does
 * to sets of words: encrypt_words and decrypt_words; how many blocks of a call are for whole
 * batches: in_whole_batches; and which engine this is: THIS. The rest is left to modes.c.
 */
#ifndef FIFTEEN_LANE_MODES_H
#define FIFTEEN_LANE_MODES_H

#include "mode_tools.h"

extern const fifteen_engine THIS;

enum {
    REGISTER = sizeof(word),
    SET_BYTES = 16 * SET,
    BATCH = SETS * SET,
    BATCH_BYTES = 16 * BATCH
};

typedef void crypt_words(const void *context, word x[][4], unsigned sets);

TARGET static ALWAYS_INLINE void load_set(word x[4], const uint8_t *in) {
    for (unsigned i = 0; i < 4; i++) x[i] = load_word(in + REGISTER * i);
    transpose(x);
}

TARGET static ALWAYS_INLINE void store_set(uint8_t *out, word x[4]) {
    transpose(x);
    for (unsigned i = 0; i < 4; i++) store_word(out + REGISTER * i, x[i]);
}

TARGET static ALWAYS_INLINE void crypt_sets(crypt_words *crypt, const void *context,
                                            const uint8_t *in, uint8_t *out, unsigned sets) {
    word x[SETS][4];
    for (unsigned s = 0; s < sets; s++) load_set(x[s], in + SET_BYTES * s);
    crypt(context, x, sets);
    for (unsigned s = 0; s < sets; s++) store_set(out + SET_BYTES * s, x[s]);
}

/* ---- CBC decryption: sets go out last to first, as the block before may be in their place ---- */

TARGET static void cbc_decrypt_batch(const void *context, const uint8_t *chain, const uint8_t *in,
                                     uint8_t *out) {
    uint8_t first[REGISTER];
    memcpy(first, chain, 16);
    memcpy(first + 16, in, REGISTER - 16);
    word x[SETS][4];
    for (unsigned s = 0; s < SETS; s++) load_set(x[s], in + SET_BYTES * s);
    decrypt_words(context, x, SETS);
    for (unsigned s = SETS; s-- > 0;) {
        transpose(x[s]);
        for (unsigned i = 4; i-- > 0;) {
            const size_t at = SET_BYTES * s + REGISTER * i;
            store_word(out + at, x[s][i] ^ load_word(at == 0 ? first : in + at - 16));
        }
    }
}

static void cbc_decrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                        size_t blocks) {
    const size_t left = blocks - in_whole_batches(blocks);
    for (; blocks > left; blocks -= BATCH, in += BATCH_BYTES, out += BATCH_BYTES) {
        uint8_t last[16];
        memcpy(last, in + BATCH_BYTES - 16, 16);
        cbc_decrypt_batch(context, chain, in, out);
        memcpy(chain, last, 16);
    }
    if (blocks > 0) fifteen_cbc_decrypt_over(&THIS, context, chain, in, out, blocks);
}

/* ---- CTR: the last word counts ---- */

TARGET static void ctr_batches(const void *context, const uint8_t *counter, const uint8_t *in,
                               uint8_t *out, size_t batches) {
    const word place = PLACES;
    uint32_t low = load32_be(counter + 12);
    for (; batches > 0; batches--, low += BATCH, in += BATCH_BYTES, out += BATCH_BYTES) {
        word x[SETS][4];
        for (unsigned s = 0; s < SETS; s++) {
            for (unsigned i = 0; i < 3; i++) x[s][i] = (word){0} + load32_le(counter + 4 * i);
            x[s][3] = swapped(place + (low + SET * s));
        }
        encrypt_words(context, x, SETS);
        for (unsigned s = 0; s < SETS; s++) {
            transpose(x[s]);
            for (unsigned i = 0; i < 4; i++) {
                const size_t at = SET_BYTES * s + REGISTER * i;
                store_word(out + at, x[s][i] ^ load_word(in + at));
            }
        }
    }
}

/* Batches in which that word wraps around are for modes.c. */
static void ctr(const void *context, uint8_t *counter, const uint8_t *in, uint8_t *out,
                size_t blocks) {
    const size_t left = blocks - in_whole_batches(blocks);
    for (size_t n; blocks > left; in += 16 * n, out += 16 * n, blocks -= n) {
        const uint32_t low = load32_be(counter + 12);
        const size_t most = (UINT32_MAX - low) / BATCH, wanted = (blocks - left) / BATCH;
        const size_t batches = most < wanted ? most : wanted;
        n = batches == 0 ? BATCH : BATCH * batches;
        if (batches == 0) {
            fifteen_ctr_over(&THIS, context, counter, in, out, n);
        } else {
            ctr_batches(context, counter, in, out, batches);
            store32_be(counter + 12, low + (uint32_t)n);
        }
    }
    if (blocks > 0) fifteen_ctr_over(&THIS, context, counter, in, out, blocks);
}

/* ---- XTS: tweaks are words, too ---- */

/* Times x^32 each word goes one up, and the last one comes back. So the tweaks of a set are made of
 * those of 32 blocks before. They are kept for four sets, the most that are in a batch. */
enum { KEPT = 4, SETS_BEFORE = 32 / SET };

TARGET static ALWAYS_INLINE void come_back(word t[4], word top) {
    t[0] ^= top ^ top << 1 ^ top << 2 ^ top << 7;
    t[1] ^= top >> 31 ^ top >> 30 ^ top >> 25;
}

TARGET static ALWAYS_INLINE void times_x32(word *to, const word *from) {
    const word top = from[3];
    to[3] = from[2];
    to[2] = from[1];
    to[1] = from[0];
    to[0] = (word){0};
    come_back(to, top);
}

/* The tweak times x^n, for n of up to 31, in each lane its own. */
TARGET static ALWAYS_INLINE void first_tweaks(word t[4], const uint8_t *tweak, word n) {
    word leaving = {0};
    for (unsigned i = 0; i < 4; i++) {
        const word x = (word){0} + load32_le(tweak + 4 * i);
        t[i] = x << n | leaving;
        leaving = x >> 1 >> (31 - n);
    }
    come_back(t, leaving);
}

/* `n` is the number of its first set. */
TARGET static ALWAYS_INLINE void xts_batch(crypt_words *crypt, const void *context,
                                           word tweaks[KEPT][4], size_t n, const uint8_t *in,
                                           uint8_t *out) {
    word x[SETS][4];
    for (unsigned s = 0; s < SETS; s++) {
        load_set(x[s], in + SET_BYTES * s);
        for (unsigned i = 0; i < 4; i++) x[s][i] ^= tweaks[(n + s) % KEPT][i];
    }
    crypt(context, x, SETS);
    for (unsigned s = 0; s < SETS; s++) {
        word *const t = tweaks[(n + s) % KEPT];
        for (unsigned i = 0; i < 4; i++) x[s][i] ^= t[i];
        store_set(out + SET_BYTES * s, x[s]);
        times_x32(t, tweaks[(n + s - SETS_BEFORE) % KEPT]);
    }
}

TARGET static ALWAYS_INLINE void xts(crypt_words *crypt, const void *context, int decrypting,
                                     uint8_t *tweak, const uint8_t *in, uint8_t *out,
                                     size_t blocks) {
    const size_t left = blocks - in_whole_batches(blocks);
    if (blocks > left) {
        word tweaks[KEPT][4];
        for (unsigned s = 0; s < SETS_BEFORE; s++) first_tweaks(tweaks[s], tweak, PLACES + SET * s);
        for (unsigned s = 0; s + SETS_BEFORE < KEPT; s++)
            times_x32(tweaks[s + SETS_BEFORE], tweaks[s]);
        size_t n = KEPT;
        for (; blocks > left; blocks -= BATCH, n += SETS, in += BATCH_BYTES, out += BATCH_BYTES)
            xts_batch(crypt, context, tweaks, n, in, out);
        for (unsigned i = 0; i < 4; i++) store32_le(tweak + 4 * i, tweaks[n % KEPT][i][0]);
        wipe_bytes(tweaks, sizeof tweaks);
    }
    if (blocks > 0) fifteen_xts_over(&THIS, context, decrypting, tweak, in, out, blocks);
}

TARGET static void xts_encrypt(const void *context, uint8_t *tweak, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    xts(encrypt_words, context, 0, tweak, in, out, blocks);
}

TARGET static void xts_decrypt(const void *context, uint8_t *tweak, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    xts(decrypt_words, context, 1, tweak, in, out, blocks);
}

static const fifteen_modes modes = {NULL, cbc_decrypt, ctr, xts_encrypt, xts_decrypt};

#endif
