/* SPDX-License-Identifier: Apache-2.0
 * CAST-256.
 *
 * Carlisle Adams (Entrust), with Howard Heys, Stafford Tavares and Michael
 * Wiener, 1998. "The CAST-256 Encryption Algorithm" (RFC 2612, 1999); its names
 * are used below.
 * Block 128 bits, key 128 to 256 in steps of 32, lengthened with zeros to 256;
 * 12 quad-rounds, which are 48 rounds. A block is four big-endian words.
 *
 * Decryption is encryption with the quad-rounds' keys in reverse order.
 * Not constant-time: the look-ups depend on key and data.
 */
#include "cast256.h"

#include "bytes.h"

/* ---- Round functions ---- */

/* S1 to S4 of the bytes of x, the highest first. */
static inline uint32_t s1(uint32_t x) { return S[0][x >> 24]; }

static inline uint32_t s2(uint32_t x) { return S[1][x >> 16 & 255]; }

static inline uint32_t s3(uint32_t x) { return S[2][x >> 8 & 255]; }

static inline uint32_t s4(uint32_t x) { return S[3][x & 255]; }

/* The sums are grouped so that few operations wait for the look-ups that come last, s2 and s3. */

/* x and round function 1 of d. */
static inline uint32_t f1(uint32_t x, uint32_t d, uint32_t kr, uint32_t km) {
    uint32_t i = rotl32(km + d, kr);
    return x ^ ((s1(i) ^ s2(i)) + (s4(i) - s3(i)));
}

static inline uint32_t f2(uint32_t x, uint32_t d, uint32_t kr, uint32_t km) {
    uint32_t i = rotl32(km ^ d, kr);
    return x ^ s4(i) ^ (s1(i) - s2(i) + s3(i));
}

static inline uint32_t f3(uint32_t x, uint32_t d, uint32_t kr, uint32_t km) {
    uint32_t i = rotl32(km - d, kr);
    return x ^ (((s1(i) + s2(i)) ^ s3(i)) - s4(i));
}

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 32 };

static const uint32_t MM = 0x6ed9eba1; /* 2^30 times the square root of 3 */

enum { MR = 17 };

/* The forward octave W: eight rounds, whose constants follow one another. */
static inline void octave(uint32_t k[8], uint32_t cr, uint32_t cm) {
    k[6] = f1(k[6], k[7], cr, cm);
    k[5] = f2(k[5], k[6], cr + MR, cm + MM);
    k[4] = f3(k[4], k[5], cr + 2 * MR, cm + 2 * MM);
    k[3] = f1(k[3], k[4], cr + 3 * MR, cm + 3 * MM);
    k[2] = f2(k[2], k[3], cr + 4 * MR, cm + 4 * MM);
    k[1] = f3(k[1], k[2], cr + 5 * MR, cm + 5 * MM);
    k[0] = f1(k[0], k[1], cr + 6 * MR, cm + 6 * MM);
    k[7] = f2(k[7], k[0], cr + 7 * MR, cm + 7 * MM);
}

static void expand_key(cast256_context *c, uint32_t kappa[8]) {
    uint32_t cr = 19, cm = 0x5a827999; /* 2^30 times the square root of 2 */
    for (unsigned i = 0; i < ROUNDS; i += 4, cr += 16 * MR, cm += 16 * MM) {
        octave(kappa, cr, cm);
        octave(kappa, cr + 8 * MR, cm + 8 * MM);
        for (unsigned j = 0; j < 8; j += 2) {
            c->k[2 * i + j] = kappa[j];
            c->k[2 * i + j + 1] = kappa[7 - j];
        }
    }
}

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    int error = check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
    if (error != FIFTEEN_OK) return error;
    uint32_t kappa[8] = {0};
    for (unsigned i = 0; i < key_bits / 32; i++) kappa[i] = load32_be(key + 4 * i);
    expand_key(context, kappa);
    wipe_bytes(kappa, sizeof kappa);
    return FIFTEEN_OK;
}

/* ---- Encryption ---- */

/* Blocks worked on side by side, to hide the latency of each other's look-ups: at most. */
enum { BATCH = 6 };

/* Q of the specification: a forward quad-round. */
static ALWAYS_INLINE void forward(uint32_t x[][4], const uint32_t k[8], unsigned lanes) {
    for (unsigned n = 0; n < lanes; n++) x[n][2] = f1(x[n][2], x[n][3], k[0], k[1]);
    for (unsigned n = 0; n < lanes; n++) x[n][1] = f2(x[n][1], x[n][2], k[2], k[3]);
    for (unsigned n = 0; n < lanes; n++) x[n][0] = f3(x[n][0], x[n][1], k[4], k[5]);
    for (unsigned n = 0; n < lanes; n++) x[n][3] = f1(x[n][3], x[n][0], k[6], k[7]);
}

/* QBAR: a reverse quad-round. */
static ALWAYS_INLINE void reverse(uint32_t x[][4], const uint32_t k[8], unsigned lanes) {
    for (unsigned n = 0; n < lanes; n++) x[n][3] = f1(x[n][3], x[n][0], k[6], k[7]);
    for (unsigned n = 0; n < lanes; n++) x[n][0] = f3(x[n][0], x[n][1], k[4], k[5]);
    for (unsigned n = 0; n < lanes; n++) x[n][1] = f2(x[n][1], x[n][2], k[2], k[3]);
    for (unsigned n = 0; n < lanes; n++) x[n][2] = f1(x[n][2], x[n][3], k[0], k[1]);
}

static inline void load(uint32_t x[4], const uint8_t *in) {
    for (unsigned i = 0; i < 4; i++) x[i] = load32_be(in + 4 * i);
}

static inline void store(uint8_t *out, const uint32_t x[4]) {
    for (unsigned i = 0; i < 4; i++) store32_be(out + 4 * i, x[i]);
}

static ALWAYS_INLINE void crypt_lanes(const cast256_context *c, int decrypting, const uint8_t *in,
                                      uint8_t *out, unsigned lanes) {
    uint32_t x[BATCH][4];
    for (unsigned n = 0; n < lanes; n++) load(x[n], in + 16 * n);
    for (unsigned i = 0; i < ROUNDS / 2; i += 4) {
        unsigned at = decrypting ? ROUNDS - 4 - i : i;
        forward(x, c->k + 2 * at, lanes);
    }
    for (unsigned i = ROUNDS / 2; i < ROUNDS; i += 4) {
        unsigned at = decrypting ? ROUNDS - 4 - i : i;
        reverse(x, c->k + 2 * at, lanes);
    }
    for (unsigned n = 0; n < lanes; n++) store(out + 16 * n, x[n]);
}

/* From block `done` on, by so many at a time; how many blocks are then done. */
static ALWAYS_INLINE size_t crypt_by(unsigned lanes, const void *context, int decrypting,
                                     const uint8_t *in, uint8_t *out, size_t done, size_t blocks) {
    for (; blocks - done >= lanes; done += lanes)
        crypt_lanes(context, decrypting, in + 16 * done, out + 16 * done, lanes);
    return done;
}

static ALWAYS_INLINE void crypt(const void *context, int decrypting, const uint8_t *in,
                                uint8_t *out, size_t blocks) {
    size_t done = crypt_by(BATCH, context, decrypting, in, out, 0, blocks);
    done = crypt_by(4, context, decrypting, in, out, done, blocks);
    done = crypt_by(2, context, decrypting, in, out, done, blocks);
    crypt_by(1, context, decrypting, in, out, done, blocks);
}

static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    crypt(context, 0, in, out, blocks);
}

/* ---- Decryption ---- */

static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    crypt(context, 1, in, out, blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(cast256_context)); }

const fifteen_engine fifteen_cast256_portable = {
    .cipher = "cast256",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = BATCH,
    .context_bytes = sizeof(cast256_context),
    .context_align = _Alignof(cast256_context),
    .set_key = set_key,
    .encrypt = encrypt,
    .decrypt = decrypt,
    .wipe = wipe,
};
