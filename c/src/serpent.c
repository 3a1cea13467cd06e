/* SPDX-License-Identifier: Apache-2.0
 * Serpent, as submitted to the AES competition (Serpent-1).
 *
 * Ross Anderson, Eli Biham and Lars Knudsen, 1998. "Serpent: A Proposal for
 * the Advanced Encryption Standard".
 * Block 128 bits, key 0 to 256 in steps of 8; 32 rounds. A block is four
 * little-endian words, the order of NESSIE and of today's libraries; the NIST
 * submission prints keys and blocks back to front.
 *
 * In bitslice mode: bit i of the four words is the i-th input of the 32 equal
 * S-boxes of a round, so an S-box is a boolean function of words, and the
 * permutations IP and FP vanish. Constant-time.
 */
#include "bytes.h"

/* ---- S-boxes ---- */

/* Word 0 holds the low bits. These are the operations of the sequences in Dag Arne Osvik,
 * "Speeding up Serpent" (AES3, 2000), with a name for each intermediate value. */
static inline void set(uint32_t x[4], uint32_t a, uint32_t b, uint32_t c, uint32_t d) {
    x[0] = a, x[1] = b, x[2] = c, x[3] = d;
}

static inline void sbox0(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = a ^ d, t2 = b & t1, t3 = b ^ c, t4 = a ^ t2, t5 = a | t1;
    uint32_t t6 = t3 ^ t5, t7 = t1 ^ t3, t8 = c ^ t1, t9 = c | t4, t10 = t7 ^ t9;
    uint32_t t11 = ~t7, t12 = t4 | t11, t13 = t4 ^ t8, t14 = t12 ^ t13, t15 = t6 | t8;
    uint32_t t16 = t14 ^ t15, t17 = t12 ^ t15;
    set(x, t16, t17, t10, t6);
}

static inline void sbox1(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = ~a, t2 = ~c, t3 = b & t1, t4 = t2 ^ t3, t5 = d | t3;
    uint32_t t6 = d ^ t4, t7 = b ^ t5, t8 = t1 ^ t5, t9 = t1 | t7, t10 = t6 ^ t7;
    uint32_t t11 = t4 | t8, t12 = t9 & t11, t13 = t8 ^ t10, t14 = t10 & t12, t15 = t13 ^ t14;
    uint32_t t16 = t12 & t13, t17 = t9 ^ t16;
    set(x, t12, t17, t6, t15);
}

static inline void sbox2(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = a & c, t2 = d ^ t1, t3 = b ^ c, t4 = t2 ^ t3, t5 = a | d;
    uint32_t t6 = b ^ t5, t7 = a ^ t4, t8 = t6 | t7, t9 = t2 ^ t8, t10 = t2 & t6;
    uint32_t t11 = t7 ^ t10, t12 = t6 ^ t9, t13 = t11 ^ t12, t14 = ~t11;
    set(x, t4, t9, t13, t14);
}

static inline void sbox3(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = a | d, t2 = b ^ d, t3 = a & b, t4 = a ^ c, t5 = c ^ t2;
    uint32_t t6 = t1 & t2, t7 = t3 | t4, t8 = t6 ^ t7, t9 = t1 ^ t3, t10 = t7 & t9;
    uint32_t t11 = t3 ^ t8, t12 = t5 ^ t10, t13 = t9 | t11, t14 = t5 ^ t13, t15 = t8 ^ t9;
    uint32_t t16 = t8 | t14, t17 = t15 ^ t16;
    set(x, t17, t14, t8, t12);
}

static inline void sbox4(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = b ^ d, t2 = ~d, t3 = c ^ t2, t4 = a ^ t2, t5 = t1 & t4;
    uint32_t t6 = t3 ^ t5, t7 = t1 ^ t4, t8 = a ^ t7, t9 = t3 & t7, t10 = t8 ^ t9;
    uint32_t t11 = t6 & t8, t12 = t4 ^ t11, t13 = t6 | t7, t14 = t11 ^ t13, t15 = t11 | t12;
    uint32_t t16 = t10 ^ t15, t17 = t10 & t12, t18 = ~t16, t19 = t14 ^ t17;
    set(x, t6, t19, t18, t12);
}

static inline void sbox5(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = a ^ b, t2 = b ^ d, t3 = ~d, t4 = t1 & t2, t5 = c ^ t3;
    uint32_t t6 = t4 ^ t5, t7 = t2 | t5, t8 = t2 ^ t3, t9 = t3 & t6, t10 = t1 ^ t9;
    uint32_t t11 = t6 ^ t8, t12 = t7 ^ t11, t13 = t1 ^ t7, t14 = t1 & t10, t15 = ~t13;
    uint32_t t16 = t12 ^ t14, t17 = t10 | t12, t18 = t15 ^ t17;
    set(x, t6, t10, t16, t18);
}

static inline void sbox6(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = ~c, t2 = a & d, t3 = a ^ d, t4 = t1 ^ t2, t5 = d | t1;
    uint32_t t6 = b ^ t4, t7 = t3 ^ t5, t8 = t3 | t6, t9 = t6 ^ t7, t10 = d ^ t8;
    uint32_t t11 = t4 | t8, t12 = t9 ^ t11, t13 = t4 ^ t10, t14 = t12 ^ t13, t15 = ~t4;
    uint32_t t16 = t9 & t14, t17 = t15 ^ t16;
    set(x, t12, t6, t14, t17);
}

static inline void sbox7(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = b & c, t2 = d ^ t1, t3 = b & d, t4 = c ^ t2, t5 = b ^ t2;
    uint32_t t6 = a ^ b, t7 = a | t4, t8 = t5 ^ t7, t9 = t3 ^ t6, t10 = t5 ^ t9;
    uint32_t t11 = t8 & t9, t12 = t4 ^ t11, t13 = t4 ^ t10, t14 = t8 & t10, t15 = ~t13;
    uint32_t t16 = t14 ^ t15, t17 = t8 & t15, t18 = t6 ^ t12, t19 = t17 ^ t18;
    set(x, t16, t19, t12, t8);
}

static inline void inverse_sbox0(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = ~c, t2 = a | b, t3 = ~b, t4 = t1 ^ t2, t5 = t1 | t3;
    uint32_t t6 = d ^ t4, t7 = a ^ t3, t8 = t5 ^ t7, t9 = d & t7, t10 = t3 ^ t9;
    uint32_t t11 = t6 | t9, t12 = t8 ^ t11, t13 = d ^ t10, t14 = t6 ^ t8, t15 = t12 ^ t13;
    uint32_t t16 = t6 ^ t15, t17 = t14 & t16, t18 = t10 ^ t17;
    set(x, t12, t18, t6, t16);
}

static inline void inverse_sbox1(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = b ^ d, t2 = d & t1, t3 = b ^ c, t4 = a ^ t2, t5 = a | t1;
    uint32_t t6 = c ^ t4, t7 = t3 ^ t5, t8 = t6 | t7, t9 = t1 ^ t4, t10 = t8 ^ t9;
    uint32_t t11 = t4 | t9, t12 = t10 ^ t11, t13 = ~t3, t14 = t12 ^ t13, t15 = t10 | t12;
    uint32_t t16 = t10 ^ t15, t17 = t14 | t16, t18 = t4 ^ t17;
    set(x, t14, t10, t18, t6);
}

static inline void inverse_sbox2(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = c ^ d, t2 = a ^ d, t3 = t1 & t2, t4 = b ^ t3, t5 = b | t1;
    uint32_t t6 = t2 ^ t5, t7 = t2 & t4, t8 = t1 ^ t4, t9 = a & t7, t10 = t8 ^ t9;
    uint32_t t11 = t6 & t8, t12 = a | t11, t13 = ~t4, t14 = t12 ^ t13, t15 = a ^ t13;
    uint32_t t16 = t6 & t15, t17 = t10 ^ t13, t18 = t16 ^ t17;
    set(x, t6, t10, t14, t18);
}

static inline void inverse_sbox3(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = b ^ c, t2 = b & t1, t3 = a ^ t2, t4 = a & c, t5 = c ^ d;
    uint32_t t6 = d | t3, t7 = t1 ^ t6, t8 = t4 ^ t5, t9 = t1 ^ t8, t10 = t7 | t8;
    uint32_t t11 = t3 ^ t10, t12 = t5 ^ t9, t13 = t7 & t9, t14 = t3 | t7, t15 = t13 ^ t14;
    uint32_t t16 = t11 ^ t12, t17 = t13 ^ t16;
    set(x, t7, t11, t17, t15);
}

static inline void inverse_sbox4(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = c & d, t2 = b ^ t1, t3 = b | d, t4 = a & t3, t5 = c ^ t2;
    uint32_t t6 = t4 ^ t5, t7 = t2 & t4, t8 = ~a, t9 = d ^ t6, t10 = t7 ^ t9;
    uint32_t t11 = t8 & t9, t12 = t2 ^ t11, t13 = t8 ^ t10, t14 = t2 & t13, t15 = t12 ^ t13;
    uint32_t t16 = t6 ^ t14, t17 = t15 | t16, t18 = t10 ^ t17;
    set(x, t13, t12, t18, t6);
}

static inline void inverse_sbox5(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = ~b, t2 = c ^ t1, t3 = a | d, t4 = t2 ^ t3, t5 = t1 | t2;
    uint32_t t6 = a & t5, t7 = d ^ t4, t8 = t6 ^ t7, t9 = a | t7, t10 = t1 ^ t9;
    uint32_t t11 = t1 & t8, t12 = t4 ^ t11, t13 = t8 ^ t10, t14 = t4 & t13, t15 = t12 ^ t13;
    uint32_t t16 = a ^ t14, t17 = t15 ^ t16, t18 = ~t15;
    set(x, t12, t18, t17, t8);
}

static inline void inverse_sbox6(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = a ^ c, t2 = c & t1, t3 = c ^ d, t4 = ~t2;
    uint32_t t5 = b ^ d, t6 = t4 ^ t5, t7 = t1 | t3, t8 = t1 ^ t6;
    uint32_t t9 = t5 ^ t7, t10 = b ^ t7, t11 = b & t9, t12 = t8 ^ t11;
    uint32_t t13 = t8 ^ t9, t14 = t6 | t13, t15 = t9 ^ t12, t16 = t10 ^ t14;
    set(x, t12, t6, t16, t15);
}

static inline void inverse_sbox7(uint32_t x[4]) {
    uint32_t a = x[0], b = x[1], c = x[2], d = x[3];
    uint32_t t1 = a ^ c, t2 = a & d, t3 = ~t1, t4 = c | d, t5 = b ^ d;
    uint32_t t6 = b | t2, t7 = t2 ^ t3, t8 = t3 & t4, t9 = t6 ^ t8, t10 = t7 ^ t8;
    uint32_t t11 = t7 | t10, t12 = t4 & t5, t13 = t11 ^ t12, t14 = t4 ^ t9, t15 = t12 ^ t14;
    uint32_t t16 = t13 | t14, t17 = t10 ^ t15, t18 = t10 ^ t16;
    set(x, t17, t13, t9, t18);
}

/* ---- Context ---- */

enum { ROUNDS = 32 };

typedef struct {
    uint32_t w[8 + 4 * (ROUNDS + 1)]; /* the padded key, then the round keys */
} serpent_context;

/* ---- Key schedule ---- */

enum { KEY_MIN = 0, KEY_MAX = 256, KEY_STEP = 8, KEY_BYTES = KEY_MAX / 8 };

/* A short key is followed by a one bit, then by zeros. */
static void load_key(uint32_t w[8], const uint8_t *key, unsigned bytes) {
    load_words_le(w, 8, key, bytes);
    if (bytes < KEY_BYTES) w[bytes / 4] |= (uint32_t)1 << 8 * (bytes % 4);
}

static void expand_key(uint32_t *w) {
    /* Rotated on its own, the last word is one operation from the next. */
    uint32_t last = w[7];
    for (uint32_t i = 0; i < 4 * (ROUNDS + 1); i++) {
        last = rotl32(w[i] ^ w[i + 3] ^ w[i + 5] ^ 0x9e3779b9 ^ i, 11) ^ rotl32(last, 11);
        w[i + 8] = last;
    }
    for (uint32_t *k = w + 8;; k += 32) {
        sbox3(k);
        if (k == w + 8 + 4 * ROUNDS) break;
        sbox2(k + 4);
        sbox1(k + 8);
        sbox0(k + 12);
        sbox7(k + 16);
        sbox6(k + 20);
        sbox5(k + 24);
        sbox4(k + 28);
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    serpent_context *c = context;
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    load_key(c->w, key, key_bits / 8);
    expand_key(c->w);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side: one alone cannot keep the processor busy. */
enum { BATCH = 2 };

static inline void load(uint32_t x[4], const uint8_t *in) {
    for (unsigned i = 0; i < 4; i++) x[i] = load32_le(in + 4 * i);
}

static inline void store(uint8_t *out, const uint32_t x[4]) {
    for (unsigned i = 0; i < 4; i++) store32_le(out + 4 * i, x[i]);
}

static inline void add_key(uint32_t x[4], const uint32_t k[4]) {
    for (unsigned i = 0; i < 4; i++) x[i] ^= k[i];
}

static inline void transform(uint32_t x[4]) {
    uint32_t a = rotl32(x[0], 13), c = rotl32(x[2], 3);
    uint32_t b = rotl32(x[1] ^ a ^ c, 1), d = rotl32(x[3] ^ c ^ a << 3, 7);
    set(x, rotl32(a ^ b ^ d, 5), b, rotl32(c ^ d ^ b << 7, 22), d);
}

static ALWAYS_INLINE void encrypt_round(uint32_t x[][4], unsigned lanes, const uint32_t *k,
                                        void sbox(uint32_t x[4])) {
    for (unsigned n = 0; n < lanes; n++) {
        add_key(x[n], k);
        sbox(x[n]);
        transform(x[n]);
    }
}

static ALWAYS_INLINE void encrypt_lanes(const serpent_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    const uint32_t *k = c->w + 8;
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n);
    for (unsigned r = 8;; r += 8, k += 32) {
        encrypt_round(x, lanes, k, sbox0);
        encrypt_round(x, lanes, k + 4, sbox1);
        encrypt_round(x, lanes, k + 8, sbox2);
        encrypt_round(x, lanes, k + 12, sbox3);
        encrypt_round(x, lanes, k + 16, sbox4);
        encrypt_round(x, lanes, k + 20, sbox5);
        encrypt_round(x, lanes, k + 24, sbox6);
        if (r == ROUNDS) break;
        encrypt_round(x, lanes, k + 28, sbox7);
    }
    for (unsigned n = 0; n < lanes; n++) {
        add_key(x[n], k + 28);
        sbox7(x[n]);
        add_key(x[n], k + 32);
        store(out + 16 * n, x[n]);
    }
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        encrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) encrypt_lanes(context, in, out, 1);
}

/* ---- Decryption ---- */

static inline void inverse_transform(uint32_t x[4]) {
    uint32_t b = x[1], d = x[3];
    uint32_t c = rotr32(x[2], 22) ^ d ^ b << 7, a = rotr32(x[0], 5) ^ b ^ d;
    set(x, rotr32(a, 13), rotr32(b, 1) ^ a ^ c, rotr32(c, 3), rotr32(d, 7) ^ c ^ a << 3);
}

static ALWAYS_INLINE void decrypt_round(uint32_t x[][4], unsigned lanes, const uint32_t *k,
                                        void inverse_sbox(uint32_t x[4])) {
    for (unsigned n = 0; n < lanes; n++) {
        inverse_transform(x[n]);
        inverse_sbox(x[n]);
        add_key(x[n], k);
    }
}

static ALWAYS_INLINE void decrypt_lanes(const serpent_context *c, const uint8_t *in, uint8_t *out,
                                        unsigned lanes) {
    uint32_t x[BATCH][4];
    const uint32_t *k = c->w + 8 + 4 * (ROUNDS - 8);
    for (unsigned n = 0; n < lanes; n++) {
        load(x[n], in + 16 * n);
        add_key(x[n], k + 32);
        inverse_sbox7(x[n]);
        add_key(x[n], k + 28);
    }
    for (unsigned r = 8;; r += 8) {
        decrypt_round(x, lanes, k + 24, inverse_sbox6);
        decrypt_round(x, lanes, k + 20, inverse_sbox5);
        decrypt_round(x, lanes, k + 16, inverse_sbox4);
        decrypt_round(x, lanes, k + 12, inverse_sbox3);
        decrypt_round(x, lanes, k + 8, inverse_sbox2);
        decrypt_round(x, lanes, k + 4, inverse_sbox1);
        decrypt_round(x, lanes, k, inverse_sbox0);
        if (r == ROUNDS) break;
        k -= 32;
        decrypt_round(x, lanes, k + 28, inverse_sbox7);
    }
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n]);
}

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    for (; blocks >= BATCH; blocks -= BATCH, in += 16 * BATCH, out += 16 * BATCH)
        decrypt_lanes(context, in, out, BATCH);
    for (; blocks > 0; blocks--, in += 16, out += 16) decrypt_lanes(context, in, out, 1);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(serpent_context)); }

const fifteen_engine fifteen_serpent_portable = {
    .cipher = "serpent",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(serpent_context),
    .context_align = _Alignof(serpent_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
