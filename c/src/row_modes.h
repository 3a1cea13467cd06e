/* SPDX-License-Identifier: Apache-2.0
 * Modes fused with a cipher that is given registers of whole blocks (row_batches.h): counters,
 * tweaks and what is added to a block go in or out with it. What is no whole batch of the engine
 * THIS is left to modes.c. For XTS by registers of 512 bits, TARGET has vpclmulqdq.
 */
#ifndef FIFTEEN_ROW_MODES_H
#define FIFTEEN_ROW_MODES_H

#include "mode_rows.h"

extern const fifteen_engine THIS;

/* ---- CBC decryption: the last go out first, as the block before may be in their place ---- */

TARGET static void cbc_decrypt_batch(const void *context, const uint8_t *chain, const uint8_t *in,
                                     uint8_t *out) {
    uint8_t first[ROW];
    memcpy(first, chain, BLOCK_BYTES);
    memcpy(first + BLOCK_BYTES, in, ROW - BLOCK_BYTES);
    vec x[ROWS];
    load_rows(x, in, ROWS);
    decrypt_rows(context, x);
    for (unsigned i = ROWS; i-- > 0;)
        store(out + ROW * i, x[i] ^ load(i == 0 ? first : in + ROW * i - BLOCK_BYTES));
}

static void cbc_decrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                        size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += BATCH_BYTES, out += BATCH_BYTES) {
        uint8_t last[BLOCK_BYTES];
        memcpy(last, in + BATCH_BYTES - BLOCK_BYTES, BLOCK_BYTES);
        cbc_decrypt_batch(context, chain, in, out);
        memcpy(chain, last, BLOCK_BYTES);
    }
    if (blocks > 0) fifteen_cbc_decrypt_over(&THIS, context, chain, in, out, blocks);
}

/* ---- CTR ---- */

/* Until the last eight bytes would wrap around; how many blocks are done. */
TARGET static size_t ctr_batches(const void *context, uint8_t *counter, const uint8_t *in,
                                 uint8_t *out, size_t blocks) {
    uint8_t *const lower = counter + BLOCK_BYTES - 8;
    const uint64_t low = load64_be(lower);
    const vec step = counted(BLOCK_BYTES);
    vec next = first_counters(counter, BLOCK_BYTES, low);
    size_t done = 0;
    for (; blocks - done >= BATCH && low <= UINT64_MAX - done - BATCH; done += BATCH) {
        vec x[ROWS];
        for (unsigned i = 0; i < ROWS; i++, next += step) x[i] = swap_each(next);
        encrypt_rows(context, x);
        for (unsigned i = 0; i < ROWS; i++, in += ROW, out += ROW) store(out, x[i] ^ load(in));
    }
    store64_be(lower, low + done);
    return done;
}

static void ctr(const void *context, uint8_t *counter, const uint8_t *in, uint8_t *out,
                size_t blocks) {
    for (size_t n; blocks > 0; blocks -= n, in += BLOCK_BYTES * n, out += BLOCK_BYTES * n) {
        n = blocks < BATCH ? 0 : ctr_batches(context, counter, in, out, blocks);
        if (n > 0) continue;
        n = blocks < BATCH ? blocks : BATCH;
        fifteen_ctr_over(&THIS, context, counter, in, out, n);
    }
}

#if BLOCK_BYTES == 16

/* ---- XTS ---- */

#if VEC_BITS == 512

#define X128 ((__m512i)each_lane((u64x2){0x87, 0})) /* as a polynomial: 1 + x + x^2 + x^7 */

/* Times x^32 or x^64. What leaves the block comes back as its product with what x^128 is. */
TARGET static ALWAYS_INLINE vec thirty_two_on(vec tweaks) {
    const __m512i leaving = _mm512_bsrli_epi128((__m512i)tweaks, 12);
    return (vec)_mm512_bslli_epi128((__m512i)tweaks, 4) ^
           (vec)_mm512_clmulepi64_epi128(leaving, X128, 0x00);
}

TARGET static ALWAYS_INLINE vec sixty_four_on(vec tweaks) {
    return bytes_from(tweaks, each_lane((u64x2){NOTHING, LOW})) ^
           (vec)_mm512_clmulepi64_epi128((__m512i)tweaks, X128, 0x01);
}

enum { KEPT = 64 / LANES }; /* registers of tweaks */
_Static_assert(ROWS % KEPT == 0, "tweaks are kept for 64 blocks");

TARGET static ALWAYS_INLINE void first_tweaks(vec t[KEPT], const uint8_t *tweak) {
    const vec first = each_lane((u64x2){load64_le(tweak), load64_le(tweak + 8)});
#pragma GCC unroll 8
    for (unsigned i = 0; i < KEPT / 2; i++) {
        t[i] = times_x(first, (NUMBERS >> 1) + LANES * i);
        t[i + KEPT / 2] = thirty_two_on(t[i]);
    }
}

/* The tweaks of 64 blocks are kept, and those of more made of them. The next ones are made while no
 * block is stored yet. The loops must unroll, or blocks lie in memory: clang 19 doesn't unless
 * told. */
TARGET static ALWAYS_INLINE void xts_batch(crypt_rows *crypt, const void *context,
                                           const vec t[KEPT], vec next[KEPT], const uint8_t *in,
                                           uint8_t *out) {
    vec x[ROWS];
#pragma GCC unroll 16
    for (unsigned i = 0; i < KEPT; i++) {
        vec tweaks = t[i];
        for (unsigned n = i; n < ROWS; n += KEPT, tweaks = sixty_four_on(tweaks))
            x[n] = load(in + ROW * n) ^ tweaks;
        next[i] = tweaks;
    }
    crypt(context, x);
#pragma GCC unroll 16
    for (unsigned i = 0; i < KEPT; i++) {
        vec tweaks = t[i];
        for (unsigned n = i; n < ROWS; n += KEPT, tweaks = sixty_four_on(tweaks))
            store(out + ROW * n, x[n] ^ tweaks);
    }
}

#else

enum { KEPT = ROWS };
_Static_assert(ROWS % REGISTERS == 0, "tweaks are made by sixteens");

/* Sixteen blocks' from those before. */
TARGET static ALWAYS_INLINE void next_sixteen(vec next[REGISTERS], const vec t[REGISTERS]) {
    words32 top = top_of(t);
    for (unsigned i = 0; i < REGISTERS; i++) next[i] = t[i];
    sixteen_on(next, &top);
}

TARGET static ALWAYS_INLINE void first_tweaks(vec t[KEPT], const uint8_t *tweak) {
    first_sixteen(t, tweak);
    for (unsigned i = REGISTERS; i < KEPT; i += REGISTERS) next_sixteen(t + i, t + i - REGISTERS);
}

/* The next tweaks are made while no block is stored yet. */
TARGET static ALWAYS_INLINE void xts_batch(crypt_rows *crypt, const void *context,
                                           const vec t[KEPT], vec next[KEPT], const uint8_t *in,
                                           uint8_t *out) {
    vec x[ROWS];
    for (unsigned i = 0; i < ROWS; i++) x[i] = load(in + ROW * i) ^ t[i];
    next_sixteen(next, t + KEPT - REGISTERS);
    for (unsigned i = REGISTERS; i < KEPT; i += REGISTERS)
        next_sixteen(next + i, next + i - REGISTERS);
    crypt(context, x);
    for (unsigned i = 0; i < ROWS; i++) store(out + ROW * i, x[i] ^ t[i]);
}

#endif

TARGET static ALWAYS_INLINE void xts(crypt_rows *crypt, const void *context, int decrypting,
                                     uint8_t *tweak, const uint8_t *in, uint8_t *out,
                                     size_t blocks) {
    if (blocks >= BATCH) {
        vec tweaks[2][KEPT];
        first_tweaks(tweaks[0], tweak);
        unsigned n = 0;
        for (; blocks >= BATCH; blocks -= BATCH, in += BATCH_BYTES, out += BATCH_BYTES, n ^= 1)
            xts_batch(crypt, context, tweaks[n], tweaks[n ^ 1], in, out);
        memcpy(tweak, tweaks[n], 16);
        wipe_bytes(tweaks, sizeof tweaks);
    }
    if (blocks > 0) fifteen_xts_over(&THIS, context, decrypting, tweak, in, out, blocks);
}

TARGET static void xts_encrypt(const void *context, uint8_t *tweak, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    xts(encrypt_rows, context, 0, tweak, in, out, blocks);
}

TARGET static void xts_decrypt(const void *context, uint8_t *tweak, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    xts(decrypt_rows, context, 1, tweak, in, out, blocks);
}

static const fifteen_modes modes = {NULL, cbc_decrypt, ctr, xts_encrypt, xts_decrypt};

#else

static const fifteen_modes modes = {.cbc_decrypt = cbc_decrypt, .ctr = ctr};

#endif

#endif
