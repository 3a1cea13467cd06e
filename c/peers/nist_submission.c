/* SPDX-License-Identifier: Apache-2.0
 * A submission to the AES competition as a peer: the engine of this library's
 * contract over the C interface that NIST asked for (makeKey, cipherInit,
 * blockEncrypt, blockDecrypt). The lab compiles it with a submission's own flags
 * and a submission.h that it writes (lab/fifteen/submission.py): the header of
 * the submission, how it calls the functions and their types, and how it takes
 * keys and blocks. Hence C of 1989, and theirs at the end: a header of theirs may
 * make macros of r and b0. */
#include <string.h>

#include "fifteen.h"

/* In what order bytes are given: as they are in a key or block, or with all of it
 * back to front, with those of each 32-bit word so, or with the words so. */
enum { PEER_AS_THEY_ARE = 0, PEER_REVERSED = 1, PEER_SWAPPED = 2, PEER_WORDS_REVERSED = 3 };

enum {
    PEER_LONGEST = 1024, /* what a string may be read to, whatever its length */
    PEER_BLOCK = 32,     /* the longest block's bytes */
    PEER_DIRECT = 65536, /* blocks a call, where theirs may have the caller's */
    PEER_COPIED = 512    /* and where they are copied */
};

/* How this one wants to be called. It has its values at the end. */
static const struct peer_manner {
    const char *cipher, *name, *version;
    unsigned block_bytes, key_min, key_max, key_step;
    size_t context_bytes;
    const char *digits; /* of keys; none: keys are bytes */
    int key_order, block_order;
    size_t at_once;  /* blocks a call; 0: as many as there are */
    int length_unit; /* bits in what it calls the length of its input */
    int spoils;      /* its input, in which it works */
} peer_manner;

/* Theirs, in a context of ours. */
static int peer_begin(void *context, char *iv);
static int peer_make_key(void *context, int decrypts, int bits, char *material);
static void peer_crypt(void *context, int decrypts, const uint8_t *in, uint8_t *out, int length);

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
static void peer_print(const uint8_t *key, char *out, size_t size) {
    size_t i;
    for (i = 0; i < size; i++) {
        out[2 * i] = peer_manner.digits[key[i] >> 4];
        out[2 * i + 1] = peer_manner.digits[key[i] & 15];
    }
}

static int peer_set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    static char iv[PEER_LONGEST];
    uint8_t arranged[64];
    char material[PEER_LONGEST];
    size_t size = key_bits / 8;
    int result;

    if (key_bits < peer_manner.key_min || key_bits > peer_manner.key_max ||
        (key_bits - peer_manner.key_min) % peer_manner.key_step != 0 || size > sizeof arranged)
        return FIFTEEN_BAD_KEY_BITS;
    if ((directions & (FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT)) == 0) return FIFTEEN_BAD_DIRECTIONS;
    memset(material, 0, sizeof material);
    peer_arrange(key, arranged, size, peer_manner.key_order);
    if (peer_manner.digits[0] != 0)
        peer_print(arranged, material, size);
    else
        memcpy(material, arranged, size);

    memset(iv, '0', 2 * peer_manner.block_bytes);
    result = peer_begin(context, iv);
    if (result >= 0 && (directions & FIFTEEN_ENCRYPT))
        result = peer_make_key(context, 0, (int)key_bits, material);
    if (result >= 0 && (directions & FIFTEEN_DECRYPT))
        result = peer_make_key(context, 1, (int)key_bits, material);
    return result < 0 ? FIFTEEN_FAILED : FIFTEEN_OK;
}

/* Where blocks are given in another order, or the profile doesn't promise that it
 * works, which is in place, they are copied first. */
static void peer_blocks(void *context, int decrypts, const uint8_t *in, uint8_t *out,
                        size_t blocks) {
    uint8_t copy[PEER_COPIED * PEER_BLOCK];
    int order = peer_manner.block_order;
    int copies = order != PEER_AS_THEY_ARE || peer_manner.spoils || in == out;
    size_t most = copies ? PEER_COPIED : PEER_DIRECT, block = peer_manner.block_bytes, size, i;
    if (peer_manner.at_once != 0) most = peer_manner.at_once;
    for (; blocks > 0; blocks -= size / block, in += size, out += size) {
        size = block * (blocks < most ? blocks : most);
        for (i = 0; copies && i < size; i += block) peer_arrange(in + i, copy + i, block, order);
        peer_crypt(context, decrypts, copies ? copy : in, out,
                   (int)(8 * size / peer_manner.length_unit));
        if (order == PEER_AS_THEY_ARE) continue;
        memcpy(copy, out, size);
        for (i = 0; i < size; i += block) peer_arrange(copy + i, out + i, block, order);
    }
}

static void peer_encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    peer_blocks((void *)(size_t)context, 0, in, out, blocks);
}

static void peer_decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    peer_blocks((void *)(size_t)context, 1, in, out, blocks);
}

static void peer_wipe(void *context) { memset(context, 0, peer_manner.context_bytes); }

FIFTEEN_API const fifteen_plugin *fifteen_plugin_1(void) {
    static fifteen_engine e;
    static const fifteen_engine *engines[2];
    static fifteen_plugin plugin;
    e.cipher = peer_manner.cipher;
    e.name = "nist";
    e.needs = "";
    e.block_bytes = peer_manner.block_bytes;
    e.key_bits.min = peer_manner.key_min;
    e.key_bits.max = peer_manner.key_max;
    e.key_bits.step = peer_manner.key_step;
    e.batch = 1;
    e.context_bytes = peer_manner.context_bytes;
    e.context_align = 16;
    e.set_key = peer_set_key;
    e.encrypt = peer_encrypt;
    e.decrypt = peer_decrypt;
    e.wipe = peer_wipe;
    engines[0] = &e;
    plugin.name = peer_manner.name;
    plugin.built_version = plugin.running_version = peer_manner.version;
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

/* The types hold what the submission needs; it may keep handles in them that are
 * never freed, as the profile has no function for that. */
typedef struct {
    SUBMISSION_KEY peer_key[2];
    SUBMISSION_CIPHER peer_cipher;
    int peer_begun;
} peer_context;

static const struct peer_manner peer_manner = {
    SUBMISSION_ID,          SUBMISSION_PEER,
    SUBMISSION_VERSION,     SUBMISSION_BLOCK_BYTES,
    SUBMISSION_KEY_MIN,     SUBMISSION_KEY_MAX,
    SUBMISSION_KEY_STEP,    (sizeof(peer_context) + 15) / 16 * 16,
    SUBMISSION_DIGITS,      SUBMISSION_KEY_ORDER,
    SUBMISSION_BLOCK_ORDER, SUBMISSION_AT_ONCE,
    SUBMISSION_LENGTH_UNIT, SUBMISSION_SPOILS,
};

/* A pointer of the submission's own type to a byte, const or not. */
#define THEIR_BYTES(peer_bytes) ((void *)(size_t)(peer_bytes))

static int peer_begin(void *peer_given, char *peer_iv) {
    peer_context *peer_c = peer_given;
    int peer_result;
    if (peer_c->peer_begun) return 0;
    SUBMISSION_BEFORE(&peer_c->peer_key[0], &peer_c->peer_key[1], &peer_c->peer_cipher);
    peer_result = SUBMISSION_INIT(&peer_c->peer_cipher, MODE_ECB, THEIR_BYTES(peer_iv));
    peer_c->peer_begun = peer_result >= 0;
    return peer_result;
}

static int peer_make_key(void *peer_given, int peer_decrypts, int peer_bits, char *peer_material) {
    peer_context *peer_c = peer_given;
    return SUBMISSION_MAKE_KEY(&peer_c->peer_key[peer_decrypts],
                               peer_decrypts ? DIR_DECRYPT : DIR_ENCRYPT, peer_bits,
                               THEIR_BYTES(peer_material));
}

static void peer_crypt(void *peer_given, int peer_decrypts, const uint8_t *peer_in,
                       uint8_t *peer_out, int peer_length) {
    peer_context *peer_c = peer_given;
    if (peer_decrypts)
        SUBMISSION_DECRYPT(&peer_c->peer_cipher, &peer_c->peer_key[1], THEIR_BYTES(peer_in),
                           peer_length, THEIR_BYTES(peer_out));
    else
        SUBMISSION_ENCRYPT(&peer_c->peer_cipher, &peer_c->peer_key[0], THEIR_BYTES(peer_in),
                           peer_length, THEIR_BYTES(peer_out));
}
