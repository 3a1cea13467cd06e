/* SPDX-License-Identifier: Apache-2.0
 * The NIST API, for the cipher that NIST_ENGINE names, against its engine. */
#include "nist_api.h"

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "fifteen.h"
#include "random.h"

enum { BLOCKS = 5, ROOM = 32 * BLOCKS };

extern const fifteen_engine NIST_ENGINE;
static const fifteen_engine *const engine = &NIST_ENGINE;

static uint64_t seed = 2;
static int key_bits, block_bits;
static uint8_t key[MAX_KEY_SIZE / 2], iv[32], plain[ROOM];
static char key_text[MAX_KEY_SIZE + 1], iv_text[65];
/* Too large for a stack of a small machine. */
static keyInstance encryption, decryption;
static cipherInstance cipher;
static union {
    unsigned char bytes[16384];
    long long alignment;
} context;

static void write_hex(const uint8_t *data, size_t size, char *text) {
    for (size_t i = 0; i < size; i++)
        sprintf(text + 2 * i, i % 2 == 0 ? "%02X" : "%02x", (unsigned)data[i]);
}

static void test_makeKey(void) {
    keyInstance *k = &encryption;
    char wrong[MAX_KEY_SIZE + 1];
    CHECK(makeKey(NULL, DIR_ENCRYPT, key_bits, key_text) == BAD_KEY_INSTANCE, "no instance");
    CHECK(makeKey(k, 2, key_bits, key_text) == BAD_KEY_DIR, "direction 2");
    CHECK(makeKey(k, DIR_ENCRYPT, -8, key_text) == BAD_KEY_MAT, "-8 bits");
    CHECK(makeKey(k, DIR_ENCRYPT, key_bits + 1, key_text) == BAD_KEY_MAT, "odd bits");
    CHECK(makeKey(k, DIR_ENCRYPT, (int)engine->key_bits.max + 8, key_text) == BAD_KEY_MAT, "long");
    CHECK(makeKey(k, DIR_ENCRYPT, 1 << 30, key_text) == BAD_KEY_MAT, "too long for the instance");
    for (const char *bad = "g/:@`G "; *bad != '\0'; bad++) {
        strcpy(wrong, key_text);
        wrong[key_bits / 4 - 1] = *bad;
        CHECK(makeKey(k, DIR_ENCRYPT, key_bits, wrong) == BAD_KEY_MAT, "digit %c", *bad);
    }
    strcpy(wrong, key_text);
    wrong[key_bits / 4 - 1] = '\0';
    CHECK(makeKey(k, DIR_ENCRYPT, key_bits, wrong) == BAD_KEY_MAT, "a digit short");
    uint8_t out[ROOM];
    cipherInit(&cipher, MODE_ECB, NULL);
    CHECK(blockEncrypt(&cipher, k, plain, block_bits, out) == BAD_KEY_INSTANCE,
          "a key that makeKey refused");
    CHECK(makeKey(k, DIR_ENCRYPT, key_bits, key_text) == TRUE, "encrypt");
    CHECK(makeKey(k, DIR_ENCRYPT, key_bits, NULL) == TRUE, "from its own material");
    CHECK(strcmp(k->keyMaterial, key_text) == 0, "material %s", k->keyMaterial);
    CHECK(makeKey(&decryption, DIR_DECRYPT, key_bits, key_text) == TRUE, "decrypt");
}

static void test_cipherInit(void) {
    cipherInstance c;
    uint8_t out[ROOM];
    CHECK(cipherInit(NULL, MODE_ECB, NULL) == BAD_CIPHER_INSTANCE, "no instance");
    CHECK(cipherInit(&c, 0, NULL) == BAD_CIPHER_MODE, "mode 0");
    CHECK(cipherInit(&c, 4, iv_text) == BAD_CIPHER_MODE, "mode 4");
    CHECK(blockEncrypt(&c, &encryption, plain, block_bits, out) == BAD_CIPHER_STATE,
          "a mode that cipherInit refused");
    CHECK(cipherInit(&c, MODE_CBC, NULL) == BAD_IV_MAT, "no IV");
    CHECK(cipherInit(&c, MODE_CFB1, "0g") == BAD_IV_MAT, "a short IV");
    CHECK(cipherInit(&c, MODE_ECB, NULL) == TRUE, "ECB");
    CHECK(cipherInit(&c, MODE_CBC, iv_text) == TRUE, "CBC");
    CHECK(memcmp(c.IV, iv, engine->block_bytes) == 0, "the IV in binary");
}

static void test_errors(void) {
    uint8_t out[ROOM];
    cipherInit(&cipher, MODE_ECB, NULL);
    CHECK(blockEncrypt(NULL, &encryption, plain, block_bits, out) == BAD_CIPHER_STATE, "cipher");
    CHECK(blockEncrypt(&cipher, NULL, plain, block_bits, out) == BAD_KEY_INSTANCE, "key");
    CHECK(blockEncrypt(&cipher, &decryption, plain, block_bits, out) == BAD_KEY_MAT, "direction");
    CHECK(blockDecrypt(&cipher, &encryption, plain, block_bits, out) == BAD_KEY_MAT, "direction");
    CHECK(blockEncrypt(&cipher, &encryption, plain, -block_bits, out) == BAD_INPUT_LEN, "length");
    CHECK(blockDecrypt(&cipher, &decryption, plain, block_bits + 8, out) == BAD_INPUT_LEN,
          "ragged");
    CHECK(blockEncrypt(&cipher, &encryption, plain, 0, out) == 0, "nothing");
}

static void test_ecb(void) {
    uint8_t out[ROOM], expected[ROOM];
    engine->encrypt(context.bytes, plain, expected, BLOCKS);
    cipherInit(&cipher, MODE_ECB, NULL);
    int bits = blockEncrypt(&cipher, &encryption, plain, BLOCKS * block_bits, out);
    CHECK(bits == BLOCKS * block_bits, "%d bits", bits);
    CHECK(memcmp(out, expected, BLOCKS * engine->block_bytes) == 0, "ECB");
    bits = blockDecrypt(&cipher, &decryption, out, BLOCKS * block_bits, out);
    CHECK(bits == BLOCKS * block_bits, "%d bits", bits);
    CHECK(memcmp(out, plain, BLOCKS * engine->block_bytes) == 0, "ECB, back, in place");
}

static void test_cbc(void) {
    uint8_t out[ROOM], expected[ROOM];
    size_t size = engine->block_bytes;
    const uint8_t *chain = iv;
    for (size_t i = 0; i < BLOCKS * size; i += size) {
        for (size_t j = 0; j < size; j++) expected[i + j] = plain[i + j] ^ chain[j];
        engine->encrypt(context.bytes, expected + i, expected + i, 1);
        chain = expected + i;
    }
    /* Two calls continue one message. */
    cipherInit(&cipher, MODE_CBC, iv_text);
    blockEncrypt(&cipher, &encryption, plain, 2 * block_bits, out);
    blockEncrypt(&cipher, &encryption, plain + 2 * size, (BLOCKS - 2) * block_bits, out + 2 * size);
    CHECK(memcmp(out, expected, BLOCKS * size) == 0, "CBC");
    cipherInit(&cipher, MODE_CBC, iv_text);
    blockDecrypt(&cipher, &decryption, out, block_bits, out);
    blockDecrypt(&cipher, &decryption, out + size, (BLOCKS - 1) * block_bits, out + size);
    CHECK(memcmp(out, plain, BLOCKS * size) == 0, "CBC, back, in place");
}

static int bit(const uint8_t *data, int i) { return data[i / 8] >> (7 - i % 8) & 1; }

static void test_cfb1(void) {
    enum { BITS = 61, FIRST = 24 };
    uint8_t out[8] = {0}, back[8] = {0}, shift_register[32], stream[32];
    cipherInit(&cipher, MODE_CFB1, iv_text);
    CHECK(blockEncrypt(&cipher, &encryption, plain, FIRST, out) == FIRST, "bits");
    blockEncrypt(&cipher, &encryption, plain + FIRST / 8, BITS - FIRST, out + FIRST / 8);
    memcpy(shift_register, iv, sizeof shift_register);
    for (int i = 0; i < BITS; i++) {
        engine->encrypt(context.bytes, shift_register, stream, 1);
        CHECK(bit(out, i) == (bit(plain, i) ^ bit(stream, 0)), "CFB1, bit %d", i);
        for (unsigned j = 0; j < engine->block_bytes; j++)
            shift_register[j] =
                (uint8_t)(shift_register[j] << 1 |
                          (j + 1 < engine->block_bytes ? shift_register[j + 1] >> 7 : bit(out, i)));
    }
    CHECK((out[7] & 7) == 0, "bits after the end are written");
    keyInstance *keys[] = {&decryption, &encryption};
    for (int k = 0; k < 2; k++) {
        cipherInit(&cipher, MODE_CFB1, iv_text);
        CHECK(blockDecrypt(&cipher, keys[k], out, BITS, back) == BITS, "key %d", k);
        for (int i = 0; i < BITS; i++) CHECK(bit(back, i) == bit(plain, i), "key %d, bit %d", k, i);
    }
}

int main(void) {
    block_bits = (int)(8 * engine->block_bytes);
    key_bits = (int)(engine->key_bits.min > 128 || engine->key_bits.max < 128 ? engine->key_bits.min
                                                                              : 128);
    random_bytes(&seed, key, sizeof key);
    random_bytes(&seed, iv, sizeof iv);
    random_bytes(&seed, plain, sizeof plain);
    write_hex(key, (size_t)key_bits / 8, key_text);
    write_hex(iv, engine->block_bytes, iv_text);
    CHECK(engine->context_bytes <= sizeof context, "%zu bytes", engine->context_bytes);
    if (failures == 0) {
        engine->set_key(context.bytes, key, (unsigned)key_bits, FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT);
        test_makeKey();
        test_cipherInit();
        test_errors();
        test_ecb();
        test_cbc();
        test_cfb1();
    }
    return failures != 0;
}
