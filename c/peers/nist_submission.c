/* SPDX-License-Identifier: Apache-2.0
 * A submission to the AES competition as a peer: the engine of this library's
 * contract over the C interface that NIST asked for (makeKey, cipherInit,
 * blockEncrypt, blockDecrypt). The lab compiles it with a submission's own flags
 * and a submission.h that it writes (lab/fifteen/submission.py): the header of
 * the submission, how it calls the functions and their types, and how it takes
 * keys and blocks. Hence C of 1989, and names that theirs don't clash with. */
#include <stdlib.h>
#include <string.h>

#include "fifteen.h"

/* In what order bytes are given: as they are in a key or block, or with all of it
 * back to front, with those of each 32-bit word so, or with the words so. */
enum { PEER_AS_THEY_ARE = 0, PEER_REVERSED = 1, PEER_SWAPPED = 2, PEER_WORDS_REVERSED = 3 };

static int peer_set_key(void *context, const uint8_t *key, unsigned key_bits, int directions);
static void peer_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);
static void peer_decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);
static void peer_wipe(void *context);

/* The place that a byte is given at. */
static size_t peer_place(size_t i, size_t size, int order) {
    if (order & PEER_REVERSED) i = size - 1 - i;
    return order & PEER_SWAPPED ? i ^ 3 : i;
}

static void peer_arrange(const uint8_t *in, uint8_t *out, size_t size, int order) {
    size_t i;
    for (i = 0; i < size; i++) out[peer_place(i, size, order)] = in[i];
}

/* A key as the profile has it, in hexadecimal. */
static void peer_print(const uint8_t *key, char *out, size_t size, const char *digits) {
    size_t i;
    for (i = 0; i < size; i++) {
        out[2 * i] = digits[key[i] >> 4];
        out[2 * i + 1] = digits[key[i] & 15];
    }
}

/* Sets what submission.h leaves out. */
static fifteen_engine *peer_describe(const char *cipher, unsigned block_bytes, unsigned key_min,
                                     unsigned key_max, unsigned key_step, size_t context_bytes) {
    static fifteen_engine e;
    e.cipher = cipher;
    e.name = "nist";
    e.needs = "";
    e.block_bytes = block_bytes;
    e.key_bits.min = key_min;
    e.key_bits.max = key_max;
    e.key_bits.step = key_step;
    e.batch = 1;
    e.context_bytes = context_bytes;
    e.context_align = 16;
    e.set_key = peer_set_key;
    e.encrypt = peer_encrypt;
    e.decrypt = peer_decrypt;
    e.wipe = peer_wipe;
    return &e;
}

static const fifteen_plugin *peer_list(const fifteen_engine *engine, const char *name,
                                       const char *version) {
    static const fifteen_engine *engines[2];
    static fifteen_plugin plugin;
    engines[0] = engine;
    plugin.name = name;
    plugin.built_version = plugin.running_version = version;
    plugin.engines = engines;
    return &plugin;
}

#include "submission.h"

#ifndef DIR_ENCRYPT
#define DIR_ENCRYPT 0
#define DIR_DECRYPT 1
#endif
#ifndef MODE_ECB
#define MODE_ECB 1
#endif

/* What a string of the submission's may be read to, whatever its length. */
enum { PEER_LONGEST = 1024 };

/* The types hold what the submission needs; it may keep handles in them that are
 * never freed, as the profile has no function for that. */
typedef struct {
    SUBMISSION_KEY encryption, decryption;
    SUBMISSION_CIPHER cipher;
    int begun;
} peer_context;

/* A pointer of the submission's own type to a byte, const or not. */
#define THEIR_BYTES(p) ((void *)(size_t)(p))

static int peer_set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    static char iv[PEER_LONGEST];
    peer_context *c = context;
    uint8_t arranged[64];
    char material[PEER_LONGEST];
    size_t size = key_bits / 8;
    int result = 0;

    if (key_bits < SUBMISSION_KEY_MIN || key_bits > SUBMISSION_KEY_MAX ||
        (key_bits - SUBMISSION_KEY_MIN) % SUBMISSION_KEY_STEP != 0 || size > sizeof arranged)
        return FIFTEEN_BAD_KEY_BITS;
    if ((directions & (FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT)) == 0) return FIFTEEN_BAD_DIRECTIONS;
    memset(material, 0, sizeof material);
    peer_arrange(key, arranged, size, SUBMISSION_KEY_ORDER);
    if (SUBMISSION_DIGITS[0] != 0)
        peer_print(arranged, material, size, SUBMISSION_DIGITS);
    else
        memcpy(material, arranged, size);

    if (!c->begun) {
        memset(iv, '0', 2 * SUBMISSION_BLOCK_BYTES);
        SUBMISSION_BEFORE(&c->encryption, &c->decryption, &c->cipher);
        if (SUBMISSION_INIT(&c->cipher, MODE_ECB, THEIR_BYTES(iv)) < 0) return FIFTEEN_FAILED;
        c->begun = 1;
    }
    if (directions & FIFTEEN_ENCRYPT)
        result =
            SUBMISSION_MAKE_KEY(&c->encryption, DIR_ENCRYPT, (int)key_bits, THEIR_BYTES(material));
    if (result >= 0 && (directions & FIFTEEN_DECRYPT))
        result =
            SUBMISSION_MAKE_KEY(&c->decryption, DIR_DECRYPT, (int)key_bits, THEIR_BYTES(material));
    return result < 0 ? FIFTEEN_FAILED : FIFTEEN_OK;
}

static void peer_work(peer_context *c, int encrypts, const uint8_t *in, uint8_t *out,
                      size_t blocks) {
    int bits = (int)(8 * SUBMISSION_BLOCK_BYTES * blocks);
    if (encrypts)
        SUBMISSION_ENCRYPT(&c->cipher, &c->encryption, THEIR_BYTES(in), bits, THEIR_BYTES(out));
    else
        SUBMISSION_DECRYPT(&c->cipher, &c->decryption, THEIR_BYTES(in), bits, THEIR_BYTES(out));
}

/* Where blocks are given in another order, or the profile doesn't promise that it
 * works, which is in place, they are copied first. */
static void peer_crypt_blocks(peer_context *c, int encrypts, const uint8_t *in, uint8_t *out,
                              size_t blocks) {
    enum { PEER_SIZE = SUBMISSION_BLOCK_BYTES, PEER_DIRECT = 65536, PEER_COPIED = 512 };
    uint8_t copy[PEER_COPIED * PEER_SIZE];
    int copies = SUBMISSION_BLOCK_ORDER != PEER_AS_THEY_ARE || in == out;
    size_t most = copies ? PEER_COPIED : PEER_DIRECT, n, i;
    if (SUBMISSION_AT_ONCE != 0) most = SUBMISSION_AT_ONCE;
    for (; blocks > 0; blocks -= n, in += PEER_SIZE * n, out += PEER_SIZE * n) {
        n = blocks < most ? blocks : most;
        if (!copies) {
            peer_work(c, encrypts, in, out, n);
            continue;
        }
        for (i = 0; i < PEER_SIZE * n; i += PEER_SIZE)
            peer_arrange(in + i, copy + i, PEER_SIZE, SUBMISSION_BLOCK_ORDER);
        peer_work(c, encrypts, copy, out, n);
        for (i = 0; i < PEER_SIZE * n; i += PEER_SIZE) {
            memcpy(copy, out + i, PEER_SIZE);
            peer_arrange(copy, out + i, PEER_SIZE, SUBMISSION_BLOCK_ORDER);
        }
    }
}

static void peer_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    peer_crypt_blocks((peer_context *)(size_t)context, 1, in, out, blocks);
}

static void peer_decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    peer_crypt_blocks((peer_context *)(size_t)context, 0, in, out, blocks);
}

static void peer_wipe(void *context) { memset(context, 0, sizeof(peer_context)); }

FIFTEEN_API const fifteen_plugin *fifteen_plugin_1(void) {
    size_t size = (sizeof(peer_context) + 15) / 16 * 16;
    return peer_list(peer_describe(SUBMISSION_ID, SUBMISSION_BLOCK_BYTES, SUBMISSION_KEY_MIN,
                                   SUBMISSION_KEY_MAX, SUBMISSION_KEY_STEP, size),
                     SUBMISSION_PEER, SUBMISSION_VERSION);
}
