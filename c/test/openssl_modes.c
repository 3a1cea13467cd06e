/* SPDX-License-Identifier: Apache-2.0
 * The modes over AES and Triple-DES against OpenSSL's, both ways, on random messages. */
#include <openssl/evp.h>
#include <string.h>

#include "check.h"
#include "context.h"
#include "random.h"

enum { MESSAGES = 60, ROOM = 10000, BOTH = FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT };

typedef enum { CBC, CTR, XTS } mode;

static const struct {
    const char *theirs, *cipher;
    unsigned key_bits; /* of one key: XTS has two */
    mode mode;
} names[] = {
    {"AES-128-CBC", "rijndael", 128, CBC}, {"AES-192-CBC", "rijndael", 192, CBC},
    {"AES-256-CBC", "rijndael", 256, CBC}, {"AES-128-CTR", "rijndael", 128, CTR},
    {"AES-192-CTR", "rijndael", 192, CTR}, {"AES-256-CTR", "rijndael", 256, CTR},
    {"AES-128-XTS", "rijndael", 128, XTS}, {"AES-256-XTS", "rijndael", 256, XTS},
    {"DES-EDE3-CBC", "3des", 192, CBC},
};

static uint64_t seed = 3;
static uint8_t key[64], iv[16], plain[ROOM], ours[ROOM], theirs[ROOM], back[ROOM];

static void run_theirs(const char *name, int encrypts, const uint8_t *in, uint8_t *out, size_t n) {
    EVP_CIPHER *cipher = EVP_CIPHER_fetch(NULL, name, NULL);
    EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
    int written = 0;
    CHECK(EVP_CipherInit_ex(context, cipher, NULL, key, iv, encrypts) == 1, "%s", name);
    EVP_CIPHER_CTX_set_padding(context, 0);
    CHECK(EVP_CipherUpdate(context, out, &written, in, (int)n) == 1, "%s, %zu bytes", name, n);
    CHECK(written == (int)n, "%s, %zu bytes: %d", name, n, written);
    EVP_CIPHER_CTX_free(context);
    EVP_CIPHER_free(cipher);
}

static void run_ours(size_t i, int encrypts, const uint8_t *in, uint8_t *out, size_t n) {
    const fifteen_engine *e = fifteen_best(names[i].cipher, names[i].key_bits, 0);
    const size_t blocks = n / e->block_bytes;
    uint8_t chain[16];
    void *memory[2], *context = new_context(e, &memory[0]), *second = new_context(e, &memory[1]);
    memcpy(chain, iv, sizeof chain);
    e->set_key(context, key, names[i].key_bits, BOTH);
    e->set_key(second, key + names[i].key_bits / 8, names[i].key_bits, FIFTEEN_ENCRYPT);
    if (names[i].mode == CBC)
        (encrypts ? fifteen_cbc_encrypt : fifteen_cbc_decrypt)(e, context, chain, in, out, blocks);
    else if (names[i].mode == CTR)
        fifteen_ctr(e, context, iv, 0, in, out, n);
    else
        (encrypts ? fifteen_xts_encrypt : fifteen_xts_decrypt)(e, context, second, iv, in, out, n);
    e->wipe(context);
    e->wipe(second);
    free(memory[0]);
    free(memory[1]);
}

int main(void) {
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        for (unsigned message = 0; message < MESSAGES; message++) {
            size_t n =
                message < MESSAGES / 2 ? message + 16 : 16 + random_word(&seed) % (ROOM - 16);
            if (names[i].mode == CBC) n -= n % 16;
            random_bytes(&seed, key, sizeof key);
            random_bytes(&seed, iv, sizeof iv);
            random_bytes(&seed, plain, n);
            if (message % 2) memset(iv + 1, 0xff, 15); /* a counter that is about to carry */
            run_ours(i, 1, plain, ours, n);
            run_theirs(names[i].theirs, 1, plain, theirs, n);
            CHECK(memcmp(ours, theirs, n) == 0, "%s, %zu bytes", names[i].theirs, n);
            run_ours(i, 0, theirs, back, n);
            CHECK(memcmp(back, plain, n) == 0, "%s, %zu bytes back", names[i].theirs, n);
            run_theirs(names[i].theirs, 0, ours, back, n);
            CHECK(memcmp(back, plain, n) == 0, "%s, %zu bytes by them", names[i].theirs, n);
        }
    }
    return failures != 0;
}
