/* SPDX-License-Identifier: Apache-2.0
 * CRYPTON v0.5 and v1.0, thirty-two blocks at once.
 *
 * A register holds one byte of each of 32 blocks. So tau costs nothing: its
 * bytes are in other registers. The S-boxes are look-ups of half bytes, which
 * are shuffles, and pi is logic on a column's four registers. Constant-time, but
 * for the up to eight blocks, ten of v1.0, that are left to the portable engine
 * and the set-up of a key, as there.
 */
#include "crypton.h"

#include "wide.h"

#if FIFTEEN_X86

#define TARGET AVX2

#include "bytes256.h"
#include "crypton_tables.h" /* written by tables.py */

extern const fifteen_engine fifteen_crypton_v0_5_portable, fifteen_crypton_v1_0_portable;

/* ---- Context ---- */

/* Each byte of a round key is there four times, as a word is fast to broadcast. */
typedef struct {
    uint32_t k[ROUNDS + 1][16];
} spread_keys;

typedef struct {
    crypton_context portable;
    spread_keys encryption, decryption;
} wide_context;

static inline const fifteen_engine *portable(version v) {
    return v == V0_5 ? &fifteen_crypton_v0_5_portable : &fifteen_crypton_v1_0_portable;
}

/* ---- Rounds ---- */

/* S-boxes 0 and 2 are a Feistel network, 1 and 3 its inverse. */
AVX2 static ALWAYS_INLINE u8x32 s_v0_5(unsigned box, u8x32 x) {
    x ^= shuffle(load_table(FEISTEL[box % 2 == 0 ? 0 : 2]), low_nibbles(x));
    x ^= shuffle(load_table(FEISTEL[1]), high_nibbles(x));
    return x ^ shuffle(load_table(FEISTEL[box % 2 == 0 ? 2 : 0]), low_nibbles(x));
}

AVX2 static ALWAYS_INLINE u8x32 rotate_right(u8x32 x, unsigned n) {
    const uint8_t low = (uint8_t)(0xff >> n);
    return ((u8x32)((u32x8)x >> n) & low) | ((u8x32)((u32x8)x << (8 - n)) & (uint8_t)~low);
}

AVX2 static ALWAYS_INLINE u8x32 sum_of_halves(const uint8_t table[2][16], u8x32 x) {
    return shuffle(load_table(table[0]), low_nibbles(x)) ^
           shuffle(load_table(table[1]), high_nibbles(x));
}

/* S-boxes 0 and 1 are an involution and a rotation, 2 and 3 their inverses. */
AVX2 static ALWAYS_INLINE u8x32 s_v1_0(unsigned box, u8x32 x) {
    const unsigned turn = box % 2 == 0 ? 1 : 3;
    if (box >= 2) x = rotate_right(x, turn);
    return sum_of_halves(UNMIX[box < 2 ? turn : 0], sum_of_halves(MIX, x));
}

AVX2 static ALWAYS_INLINE u8x32 s(version v, unsigned box, u8x32 x) {
    return v == V0_5 ? s_v0_5(box % 4, x) : s_v1_0(box % 4, x);
}

/* Of column i, which `turn` turns. An output is the sum of all inputs, and of two bits of each:
 * of input j the bits 2 p and 2 p + 1 go to output p - i - turn - j modulo 4. That is the inputs
 * in reverse order, turned by p: first by two places where p has 2, then by one where it has 1. */
AVX2 static ALWAYS_INLINE void pi(unsigned turned, u8x32 x[4]) {
    const u8x32 even = x[0] ^ x[2], odd = x[1] ^ x[3], sum = even ^ odd;
    const u8x32 even_change = sum ^ (even & 0xf0), odd_change = sum ^ (odd & 0xf0);
    const u8x32 y[4] = {x[0] ^ even_change, x[3] ^ odd_change, x[2] ^ even_change,
                        x[1] ^ odd_change};
    for (unsigned i = 0; i < 4; i++) {
        const unsigned m = (i + turned) % 4;
        x[i] = y[m] ^ ((y[m] ^ y[(m + 3) % 4]) & 0xcc);
    }
}

/* gamma, pi, tau and sigma of column i, which becomes row i; without pi in the last round. Byte i
 * of row j is x[4 j + i]. */
AVX2 static ALWAYS_INLINE void column(version v, unsigned turn, int last, unsigned i,
                                      const uint32_t k[16], const u8x32 x[16], u8x32 y[16]) {
    u8x32 z[4] = {s(v, i + turn, x[i]), s(v, i + turn + 1, x[i + 4]), s(v, i + turn + 2, x[i + 8]),
                  s(v, i + turn + 3, x[i + 12])};
    if (!last) pi(i + turn, z);
    for (unsigned j = 0; j < 4; j++) y[4 * i + j] = (u8x32)((u32x8)z[j] ^ k[4 * i + j]);
}

AVX2 static ALWAYS_INLINE void round_of(version v, unsigned turn, int last, const uint32_t k[16],
                                        const u8x32 x[16], u8x32 y[16]) {
    column(v, turn, last, 0, k, x, y);
    column(v, turn, last, 1, k, x, y);
    column(v, turn, last, 2, k, x, y);
    column(v, turn, last, 3, k, x, y);
}

/* ---- Key schedule ---- */

AVX2 static void spread(spread_keys *keys, const uint32_t *k) {
    const u8x32 first = {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3,
                         4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 7, 7, 7, 7};
    for (unsigned r = 0; r <= ROUNDS; r++) {
        const u8x32 bytes = load_table((const uint8_t *)(k + 4 * r));
        store_u32x8((uint8_t *)keys->k[r], (u32x8)shuffle(bytes, first));
        store_u32x8((uint8_t *)(keys->k[r] + 8), (u32x8)shuffle(bytes, first + 8));
    }
}

AVX2 static int set_key(version v, void *context, const uint8_t *key, unsigned key_bits,
                        int directions) {
    wide_context *c = context;
    int error = portable(v)->set_key(&c->portable, key, key_bits, directions);
    if (error != FIFTEEN_OK) return error;
    if (directions & FIFTEEN_ENCRYPT) spread(&c->encryption, c->portable.ek);
    if (directions & FIFTEEN_DECRYPT) spread(&c->decryption, c->portable.dk);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

enum { BATCH = 32, PAYS_V0_5 = 9, PAYS_V1_0 = 11 };

AVX2 static ALWAYS_INLINE void crypt_32(version v, const spread_keys *keys, const uint8_t *in,
                                        uint8_t *out) {
    u8x32 x[16], y[16];
    for (unsigned i = 0; i < 16; i++) x[i] = (u8x32)load_u32x8(in + 32 * i);
    transpose_16x16(x);
    for (unsigned i = 0; i < 16; i++) x[i] = (u8x32)((u32x8)x[i] ^ keys->k[0][i]);
    for (unsigned r = 1; r < ROUNDS - 1; r += 2) {
        round_of(v, 0, 0, keys->k[r], x, y);
        round_of(v, even_turn(v), 0, keys->k[r + 1], y, x);
    }
    round_of(v, 0, 0, keys->k[ROUNDS - 1], x, y);
    round_of(v, even_turn(v), 1, keys->k[ROUNDS], y, x);
    transpose_16x16(x);
    for (unsigned i = 0; i < 16; i++) store_u32x8(out + 32 * i, (u32x8)x[i]);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(wide_context)); }

#define ENGINE(symbol, id, v)                                                                      \
    static int set_key_##v(void *context, const uint8_t *key, unsigned key_bits, int directions) { \
        return set_key(v, context, key, key_bits, directions);                                     \
    }                                                                                              \
    AVX2 static void encrypt_batch_##v(const void *context, const uint8_t *in, uint8_t *out) {     \
        crypt_32(v, &((const wide_context *)context)->encryption, in, out);                        \
    }                                                                                              \
    static void encrypt_##v(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) { \
        in_batches(context, in, out, blocks, 16, BATCH, PAYS_##v, encrypt_batch_##v,               \
                   portable(v)->encrypt);                                                          \
    }                                                                                              \
    AVX2 static void decrypt_batch_##v(const void *context, const uint8_t *in, uint8_t *out) {     \
        crypt_32(v, &((const wide_context *)context)->decryption, in, out);                        \
    }                                                                                              \
    static void decrypt_##v(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) { \
        in_batches(context, in, out, blocks, 16, BATCH, PAYS_##v, decrypt_batch_##v,               \
                   portable(v)->decrypt);                                                          \
    }                                                                                              \
    const fifteen_engine symbol = {                                                                \
        .cipher = id,                                                                              \
        .name = "avx2",                                                                            \
        .needs = "avx2",                                                                           \
        .block_bytes = 16,                                                                         \
        .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},                                                  \
        .batch = BATCH,                                                                            \
        .pays_from = PAYS_##v,                                                                     \
        .context_bytes = sizeof(wide_context),                                                     \
        .context_align = _Alignof(wide_context),                                                   \
        .set_key = set_key_##v,                                                                    \
        .encrypt = encrypt_##v,                                                                    \
        .decrypt = decrypt_##v,                                                                    \
        .wipe = wipe,                                                                              \
    };

ENGINE(fifteen_crypton_v0_5_avx2, "crypton-v0.5", V0_5)
ENGINE(fifteen_crypton_v1_0_avx2, "crypton-v1.0", V1_0)

#endif
