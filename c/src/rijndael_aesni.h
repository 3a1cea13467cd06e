/* SPDX-License-Identifier: Apache-2.0
 * Rijndael's blocks of 128 bits by instructions that do a round: ECB and modes,
 * which rijndael_aesni.c, rijndael_vaes.h and rijndael_vaes512.c share.
 *
 * Before it includes this, a file says what a register is: vec, a vector of
 * words of 64 bits that holds LANES blocks; TARGET, what its functions are
 * compiled for; FIRST, how the numbers of its blocks differ; and the functions of
 * vec that are called below. Of the engine THIS it says the NAME, what it NEEDS, and
 * from how many blocks on it PAYS.
 */
#ifndef FIFTEEN_RIJNDAEL_AESNI_H
#define FIFTEEN_RIJNDAEL_AESNI_H

#include "bytes.h"

/* ---- Context ---- */

enum { MAX_ROUNDS = 14 };

typedef struct {
    u64x2 ek[MAX_ROUNDS + 1]; /* round keys, first to last */
    u64x2 dk[MAX_ROUNDS + 1]; /* the equivalent inverse cipher's, last to first */
    unsigned rounds;
} aesni_context;

/* What is the same however wide the registers are. */
int fifteen_aesni_set_key(void *context, const uint8_t *key, unsigned key_bits, int directions);
void fifteen_aesni_wipe(void *context);
void fifteen_aesni_cbc_encrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                               size_t blocks);

/* ---- Registers side by side ---- */

/* A round takes four cycles and two begin in each: eight registers hide that, if each round begins
 * as soon as it can. With twelve, some may wait. XTS, which has as many tweaks, goes by eight. */
enum { MOST = 12, WIDTH = 8, BYTES = 16 * LANES, BATCH = MOST * LANES };

typedef struct {
    const u64x2 *k;
    unsigned rounds;
    int inverse;
    vec chain[WIDTH]; /* what a mode carries from one step to the next, one register or all */
} run;

TARGET static ALWAYS_INLINE run begin(const void *context, int inverse, vec chain) {
    const aesni_context *c = context;
    return (run){inverse ? c->dk : c->ek, c->rounds, inverse, {chain}};
}

TARGET static ALWAYS_INLINE vec first_key(const run *r) { return each_lane(r->k[0]); }

TARGET static ALWAYS_INLINE vec last_key(const run *r) { return each_lane(r->k[r->rounds]); }

TARGET static ALWAYS_INLINE void inner_round(const run *r, unsigned i, vec *x, unsigned n) {
    const vec k = each_lane(r->k[i]);
    for (unsigned j = 0; j < n; j++) x[j] = full_round(x[j], k, r->inverse);
}

/* The rounds that every key has and are not the last; then those that not every key has. */
enum { INNER = 10 };

TARGET static ALWAYS_INLINE void more_rounds(const run *r, vec *x, unsigned n) {
    for (unsigned i = INNER; i < MAX_ROUNDS && i < r->rounds; i++) inner_round(r, i, x, n);
}

TARGET static ALWAYS_INLINE void inner_rounds(const run *r, vec *x, unsigned n) {
    for (unsigned i = 1; i < INNER; i++) inner_round(r, i, x, n);
    more_rounds(r, x, n);
}

/* n registers of blocks, the last of them of `last` blocks, by ECB or a mode. All is read before
 * anything is written, as out may be in. */
typedef void step(run *r, const uint8_t *in, uint8_t *out, unsigned n, unsigned last);

TARGET static ALWAYS_INLINE void in_steps(run *r, step *crypt, unsigned most, const uint8_t *in,
                                          uint8_t *out, size_t blocks) {
    for (; blocks >= most * LANES; blocks -= most * LANES, in += most * BYTES, out += most * BYTES)
        crypt(r, in, out, most, LANES);
    if (blocks & 8 * LANES) crypt(r, in, out, 8, LANES), in += 8 * BYTES, out += 8 * BYTES;
    if (blocks & 4 * LANES) crypt(r, in, out, 4, LANES), in += 4 * BYTES, out += 4 * BYTES;
    if (blocks & 2 * LANES) crypt(r, in, out, 2, LANES), in += 2 * BYTES, out += 2 * BYTES;
    const unsigned left = blocks % (2 * LANES);
    if (left > LANES)
        crypt(r, in, out, 2, left - LANES);
    else if (left > 0)
        crypt(r, in, out, 1, left);
}

/* Register i of n. */
TARGET static ALWAYS_INLINE vec load_from(const uint8_t *in, unsigned i, unsigned n,
                                          unsigned last) {
    return i < n - 1 ? load(in + BYTES * i) : load_some(in + BYTES * i, last);
}

TARGET static ALWAYS_INLINE void store_all(uint8_t *out, const vec *x, unsigned n, unsigned last) {
    for (unsigned i = 0; i < n - 1; i++) store(out + BYTES * i, x[i]);
    store_some(out + BYTES * (n - 1), x[n - 1], last);
}

/* ---- ECB ---- */

TARGET static ALWAYS_INLINE void ecb_step(run *r, const uint8_t *in, uint8_t *out, unsigned n,
                                          unsigned last) {
    vec x[MOST];
    for (unsigned i = 0; i < n; i++) x[i] = load_from(in, i, n, last) ^ first_key(r);
    inner_rounds(r, x, n);
    for (unsigned i = 0; i < n; i++) x[i] = last_round(x[i], last_key(r), r->inverse);
    store_all(out, x, n, last);
}

TARGET static ALWAYS_INLINE __m128i narrow_round(__m128i x, u64x2 k, int inverse) {
    return inverse ? _mm_aesdec_si128(x, (__m128i)k) : _mm_aesenc_si128(x, (__m128i)k);
}

/* In a register of one block, however wide vec is. */
TARGET static ALWAYS_INLINE void one_block(const aesni_context *c, int inverse, const uint8_t *in,
                                           uint8_t *out) {
    const u64x2 *k = inverse ? c->dk : c->ek;
    const unsigned rounds = c->rounds;
    __m128i x = _mm_loadu_si128((const __m128i *)(const void *)in) ^ (__m128i)k[0];
    for (unsigned i = 1; i < INNER; i++) x = narrow_round(x, k[i], inverse);
    for (unsigned i = INNER; i < MAX_ROUNDS; i++)
        if (i < rounds) x = narrow_round(x, k[i], inverse);
    x = inverse ? _mm_aesdeclast_si128(x, (__m128i)k[rounds])
                : _mm_aesenclast_si128(x, (__m128i)k[rounds]);
    _mm_storeu_si128((__m128i *)(void *)out, x);
}

/* By itself, so that a call of one block, which is short, saves no registers for it. */
TARGET static NEVER_INLINE void encrypt_many(const void *context, const uint8_t *in, uint8_t *out,
                                             size_t blocks) {
    run r = begin(context, 0, (vec){0});
    in_steps(&r, ecb_step, MOST, in, out, blocks);
}

TARGET static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    if (blocks == 1)
        one_block(context, 0, in, out);
    else
        encrypt_many(context, in, out, blocks);
}

TARGET static NEVER_INLINE void decrypt_many(const void *context, const uint8_t *in, uint8_t *out,
                                             size_t blocks) {
    run r = begin(context, 1, (vec){0});
    in_steps(&r, ecb_step, MOST, in, out, blocks);
}

TARGET static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    if (blocks == 1)
        one_block(context, 1, in, out);
    else
        decrypt_many(context, in, out, blocks);
}

/* What a mode adds to the last round's result goes in with that round's key. */

/* ---- CBC decryption: the chain is the block before ---- */

TARGET static ALWAYS_INLINE void cbc_step(run *r, const uint8_t *in, uint8_t *out, unsigned n,
                                          unsigned last) {
    vec x[MOST];
    for (unsigned i = 0; i < n; i++) x[i] = load_from(in, i, n, last);
    const vec before_first = behind(r->chain[0], x[0]);
    for (unsigned i = 0; i < n; i++) x[i] ^= first_key(r);
    inner_rounds(r, x, n);
    for (unsigned i = 0; i < n; i++) {
        const vec before = i == 0 ? before_first : load_from(in + BYTES - 16, i - 1, n - 1, last);
        x[i] = last_round(x[i], last_key(r) ^ before, 1);
    }
    r->chain[0] = load_block(in + BYTES * (n - 1) + 16 * (last - 1));
    store_all(out, x, n, last);
}

TARGET static void cbc_decrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    run r = begin(context, 1, load_block(chain));
    in_steps(&r, cbc_step, MOST, in, out, blocks);
    store_block(chain, r.chain[0]);
}

/* ---- CTR: the chain is the next counters, as little-endian numbers ---- */

TARGET static ALWAYS_INLINE vec reversed(vec x) {
    return bytes_from(x, each_lane((u64x2){0x08090a0b0c0d0e0f, 0x0001020304050607}));
}

TARGET static ALWAYS_INLINE void ctr_step(run *r, const uint8_t *in, uint8_t *out, unsigned n,
                                          unsigned last) {
    vec x[MOST];
    for (unsigned i = 0; i < n; i++) {
        x[i] = reversed(r->chain[0]) ^ first_key(r);
        r->chain[0] += each_lane((u64x2){LANES, 0});
    }
    inner_rounds(r, x, n);
    for (unsigned i = 0; i < n; i++)
        x[i] = last_round(x[i], last_key(r) ^ load_from(in, i, n, last), 0);
    store_all(out, x, n, last);
}

/* Where a register is four blocks CTR goes by eight: by twelve it took 2 to 12 % longer on a Zen 4,
 * which has such registers, and by two or one 2 to 5 % less. */
enum { COUNTERS = LANES < 4 ? MOST : WIDTH };

/* A vector's words don't carry into each other: from one carry to the next. */
TARGET static void ctr(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                       size_t blocks) {
    while (blocks > 0) {
        uint64_t high = load64_be(chain), low = load64_be(chain + 8);
        const size_t n = low > 0 && blocks > 0 - low ? (size_t)(0 - low) : blocks;
        run r = begin(context, 0, each_lane((u64x2){low, high}) + FIRST);
        in_steps(&r, ctr_step, COUNTERS, in, out, n);
        low += n;
        store64_be(chain + 8, low);
        store64_be(chain, high + (low == 0));
        in += 16 * n, out += 16 * n, blocks -= n;
    }
}

/* ---- XTS: the chain is the next tweaks, for each register of a step ---- */

/* Eight blocks on, a tweak is times x^8, which is a byte further up, and the byte that leaves it
 * there comes back as its product with 0x87. For all registers at once: word i of the result is
 * the product for a tweak times x^(LANES i). */
typedef uint16_t words __attribute__((vector_size(sizeof(vec))));

TARGET static ALWAYS_INLINE vec coming_back(vec tweak) {
    const words top = ((words)bytes_from(tweak, TOP_BYTES) * (words)POWERS) >> 8;
    return (vec)(top ^ top << 1 ^ top << 2 ^ top << 7);
}

TARGET static ALWAYS_INLINE vec eight_on(vec tweak, vec back, unsigned i) {
    const uint64_t nothing = 0x8080808080808080, word = 0x8080808080800100 + 0x0202 * i;
    return byte_up(tweak) ^ bytes_from(back, each_lane((u64x2){word, nothing}));
}

enum { EIGHT = 8 / LANES }; /* blocks, in registers */

TARGET static ALWAYS_INLINE void first_tweaks(run *r, const uint8_t *chain) {
    vec *t = r->chain;
    t[0] = ascending(load_block(chain));
    for (unsigned i = 1; i < EIGHT; i++) {
        t[i] = t[i - 1];
        for (unsigned j = 0; j < LANES; j++) t[i] = twice(t[i]);
    }
    const vec back = coming_back(t[0]);
    for (unsigned i = 0; i + EIGHT < WIDTH; i++) t[i + EIGHT] = eight_on(t[i], back, i);
}

/* The next tweaks are made between the rounds. */
TARGET static ALWAYS_INLINE void xts_step(run *r, const uint8_t *in, uint8_t *out, unsigned n,
                                          unsigned last) {
    vec x[WIDTH], t[2 * WIDTH];
    for (unsigned i = 0; i < WIDTH; i++) t[i] = r->chain[i];
    for (unsigned i = 0; i < n; i++) x[i] = load_from(in, i, n, last) ^ t[i] ^ first_key(r);
    if (n == WIDTH) {
        const vec back = coming_back(t[WIDTH - EIGHT]);
        for (unsigned i = 0; i < WIDTH; i++) {
            inner_round(r, i + 1, x, n);
            t[WIDTH + i] = eight_on(t[WIDTH + i - EIGHT], back, i);
        }
        inner_round(r, WIDTH + 1, x, n);
        more_rounds(r, x, n);
    } else {
        inner_rounds(r, x, n);
    }
    for (unsigned i = 0; i < n; i++) x[i] = last_round(x[i], last_key(r) ^ t[i], r->inverse);
    store_all(out, x, n, last);
    for (unsigned i = 0; i < (n == WIDTH ? WIDTH : WIDTH - n); i++) r->chain[i] = t[n + i];
    if (last < LANES) r->chain[0] = block_of(t[n - 1], last);
}

TARGET static ALWAYS_INLINE void xts(const void *context, int inverse, uint8_t *chain,
                                     const uint8_t *in, uint8_t *out, size_t blocks) {
    run r = begin(context, inverse, (vec){0});
    first_tweaks(&r, chain);
    in_steps(&r, xts_step, WIDTH, in, out, blocks);
    store_block(chain, r.chain[0]);
}

TARGET static void xts_encrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    xts(context, 0, chain, in, out, blocks);
}

TARGET static void xts_decrypt(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                               size_t blocks) {
    xts(context, 1, chain, in, out, blocks);
}

/* ---- Engine ---- */

static const fifteen_modes modes = {fifteen_aesni_cbc_encrypt, cbc_decrypt, ctr, xts_encrypt,
                                    xts_decrypt};

const fifteen_engine THIS = {
    .cipher = "rijndael",
    .name = NAME,
    .needs = NEEDS,
    .block_bytes = 16,
    .key_bits = {128, 256, 32},
    .batch = BATCH,
    .pays_from = PAYS,
    .context_bytes = sizeof(aesni_context),
    .context_align = _Alignof(aesni_context),
    .set_key = fifteen_aesni_set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = fifteen_aesni_wipe,
    .modes = &modes,
};

#endif
