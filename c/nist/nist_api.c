/* SPDX-License-Identifier: Apache-2.0
 * Compiled once a cipher: NIST_ENGINE is the descriptor of its first engine. */
#include "nist_api.h"

#include <stdalign.h>
#include <stdbool.h>

#include "bytes.h"

extern const fifteen_engine NIST_ENGINE;
static const fifteen_engine *const engine = &NIST_ENGINE;

/* ---- Hexadecimal ---- */

/* Without branches on the digits, which no processor can predict; negative: none. */
static int digit(char c) {
    unsigned decimal = (unsigned)c - '0', letter = ((unsigned)c | 0x20) - 'a';
    int value = letter < 6 ? (int)letter + 10 : -1;
    return decimal < 10 ? (int)decimal : value;
}

/* False unless text starts with 2 * size digits. */
static bool read_hex(const char *text, uint8_t *out, size_t size) {
    int all = 0;
    if (memchr(text, '\0', 2 * size) != NULL) return false;
    for (size_t i = 0; i < size; i++) {
        int value = digit(text[2 * i]) * 16 | digit(text[2 * i + 1]);
        all |= value;
        out[i] = (uint8_t)value;
    }
    return all >= 0;
}

/* ---- Keys ---- */

/* Keys `schedule` with the key's material for the engine's directions. */
static bool set_schedule(const keyInstance *key, int directions, void *schedule) {
    uint8_t binary[MAX_KEY_SIZE / 2];
    memset(schedule, 0, engine->context_bytes);
    bool done = read_hex(key->keyMaterial, binary, (size_t)key->keyLen / 8) &&
                engine->set_key(schedule, binary, (unsigned)key->keyLen, directions) == FIFTEEN_OK;
    wipe_bytes(binary, sizeof binary);
    return done;
}

int makeKey(keyInstance *key, BYTE direction, int keyLen, const char *keyMaterial) {
    if (key == NULL || engine->context_bytes > sizeof key->schedule ||
        engine->context_align > alignof(keyInstance))
        return BAD_KEY_INSTANCE;
    key->madeFor = NULL;
    if (direction != DIR_ENCRYPT && direction != DIR_DECRYPT) return BAD_KEY_DIR;
    if (keyLen < 0 || keyLen % 8 != 0 || keyLen / 4 > MAX_KEY_SIZE) return BAD_KEY_MAT;
    key->direction = direction;
    key->keyLen = keyLen;
    size_t digits = (size_t)keyLen / 4;
    if (keyMaterial != NULL) {
        if (memchr(keyMaterial, '\0', digits) != NULL) return BAD_KEY_MAT;
        memmove(key->keyMaterial, keyMaterial, digits);
        key->keyMaterial[digits] = '\0';
    }
    if (!set_schedule(key, direction == DIR_ENCRYPT ? FIFTEEN_ENCRYPT : FIFTEEN_DECRYPT,
                      key->schedule.bytes))
        return BAD_KEY_MAT;
    key->madeFor = engine;
    return TRUE;
}

/* ---- Modes ---- */

int cipherInit(cipherInstance *cipher, BYTE mode, const char *IV) {
    if (cipher == NULL) return BAD_CIPHER_INSTANCE;
    cipher->mode = 0;
    if (mode != MODE_ECB && mode != MODE_CBC && mode != MODE_CFB1) return BAD_CIPHER_MODE;
    if (mode != MODE_ECB && (IV == NULL || !read_hex(IV, cipher->IV, engine->block_bytes)))
        return BAD_IV_MAT;
    cipher->blockLen = (int)(8 * engine->block_bytes);
    cipher->mode = mode;
    return TRUE;
}

static int check(const cipherInstance *cipher, const keyInstance *key, BYTE direction,
                 int inputLen) {
    if (cipher == NULL || cipher->mode < MODE_ECB || cipher->mode > MODE_CFB1 ||
        cipher->blockLen != (int)(8 * engine->block_bytes))
        return BAD_CIPHER_STATE;
    if (key == NULL || key->madeFor != engine) return BAD_KEY_INSTANCE;
    if (inputLen < 0) return BAD_INPUT_LEN;
    if (cipher->mode == MODE_CFB1) return TRUE;
    if (key->direction != direction) return BAD_KEY_MAT;
    if (inputLen % cipher->blockLen != 0) return BAD_INPUT_LEN;
    return TRUE;
}

static void cbc_encrypt(uint8_t *chain, const void *schedule, const uint8_t *in, uint8_t *out,
                        size_t blocks) {
    size_t size = engine->block_bytes;
    for (; blocks > 0; blocks--, in += size, out += size) {
        for (size_t i = 0; i < size; i++) chain[i] ^= in[i];
        engine->encrypt(schedule, chain, chain, 1);
        memcpy(out, chain, size);
    }
}

static void cbc_decrypt(uint8_t *chain, const void *schedule, const uint8_t *in, uint8_t *out,
                        size_t blocks) {
    size_t size = engine->block_bytes;
    uint8_t next[MAX_IV_SIZE];
    for (; blocks > 0; blocks--, in += size, out += size) {
        memcpy(next, in, size); /* out may be in */
        engine->decrypt(schedule, in, out, 1);
        for (size_t i = 0; i < size; i++) out[i] ^= chain[i];
        memcpy(chain, next, size);
    }
}

/* The shift register takes in the ciphertext bit, which is the output of
 * encryption and the input of decryption. */
static void cfb1(uint8_t *chain, const void *schedule, BYTE direction, const uint8_t *in,
                 uint8_t *out, size_t bits) {
    size_t size = engine->block_bytes;
    uint8_t stream[MAX_IV_SIZE];
    for (size_t i = 0; i < bits; i++) {
        unsigned shift = 7 - i % 8;
        unsigned from = in[i / 8] >> shift & 1;
        engine->encrypt(schedule, chain, stream, 1);
        unsigned to = from ^ stream[0] >> 7;
        out[i / 8] = (uint8_t)((out[i / 8] & ~(1u << shift)) | to << shift);
        for (size_t j = 0; j + 1 < size; j++)
            chain[j] = (uint8_t)(chain[j] << 1 | chain[j + 1] >> 7);
        unsigned fed_back = direction == DIR_ENCRYPT ? to : from;
        chain[size - 1] = (uint8_t)((unsigned)chain[size - 1] << 1 | fed_back);
    }
}

/* CFB encrypts in both directions. A key made for decryption alone is made
 * again for encryption here, from its material. */
static int run_cfb1(cipherInstance *cipher, const keyInstance *key, BYTE direction,
                    const BYTE *input, int inputLen, BYTE *outBuffer) {
    if (key->direction == DIR_ENCRYPT) {
        cfb1(cipher->IV, key->schedule.bytes, direction, input, outBuffer, (size_t)inputLen);
        return inputLen;
    }
    keyInstance forward;
    int made = makeKey(&forward, DIR_ENCRYPT, key->keyLen, key->keyMaterial);
    if (made != TRUE) return made;
    cfb1(cipher->IV, forward.schedule.bytes, direction, input, outBuffer, (size_t)inputLen);
    engine->wipe(forward.schedule.bytes);
    wipe_bytes(forward.keyMaterial, sizeof forward.keyMaterial);
    return inputLen;
}

int blockEncrypt(cipherInstance *cipher, keyInstance *key, const BYTE *input, int inputLen,
                 BYTE *outBuffer) {
    int state = check(cipher, key, DIR_ENCRYPT, inputLen);
    if (state != TRUE) return state;
    if (cipher->mode == MODE_CFB1)
        return run_cfb1(cipher, key, DIR_ENCRYPT, input, inputLen, outBuffer);
    size_t blocks = (size_t)(inputLen / cipher->blockLen);
    if (cipher->mode == MODE_ECB)
        engine->encrypt(key->schedule.bytes, input, outBuffer, blocks);
    else
        cbc_encrypt(cipher->IV, key->schedule.bytes, input, outBuffer, blocks);
    return inputLen;
}

int blockDecrypt(cipherInstance *cipher, keyInstance *key, const BYTE *input, int inputLen,
                 BYTE *outBuffer) {
    int state = check(cipher, key, DIR_DECRYPT, inputLen);
    if (state != TRUE) return state;
    if (cipher->mode == MODE_CFB1)
        return run_cfb1(cipher, key, DIR_DECRYPT, input, inputLen, outBuffer);
    size_t blocks = (size_t)(inputLen / cipher->blockLen);
    if (cipher->mode == MODE_ECB)
        engine->decrypt(key->schedule.bytes, input, outBuffer, blocks);
    else
        cbc_decrypt(cipher->IV, key->schedule.bytes, input, outBuffer, blocks);
    return inputLen;
}
