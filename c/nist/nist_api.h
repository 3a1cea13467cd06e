/* SPDX-License-Identifier: Apache-2.0
 *
 * nist_api.h: the C interface that NIST asked of the submissions to the AES
 * competition ("Cryptographic API Profile for AES Candidate Algorithm
 * Submissions", April 1998), over the engines of this library.
 *
 * Link one of libfifteen_nist_CIPHER.a with libfifteen.a (the shared library
 * doesn't export what it needs): each holds the same four functions for its own
 * cipher. They keep no state but the caller's. In CIPHER, - and . of the
 * cipher's id are _: libfifteen_nist_crypton_v0_5.a.
 *
 *     keyInstance key;
 *     cipherInstance cipher;
 *     makeKey(&key, DIR_ENCRYPT, 128, "000102030405060708090A0B0C0D0E0F");
 *     cipherInit(&cipher, MODE_ECB, NULL);
 *     blockEncrypt(&cipher, &key, input, 128 * blocks, output);
 *
 * Keys and initialization vectors are hexadecimal in ASCII, in the byte order
 * of the cipher's engine (for Serpent and FROG that is the published order, not
 * the reversed one of the submission's files). HPC's spice is zero. Lengths are
 * in bits. A function returns TRUE or, for blocks, the number of bits worked
 * on; or one of the errors.
 *
 * Where the profile leaves a choice: the chaining value stays in the
 * cipherInstance, so that consecutive calls continue one message; 1-bit CFB
 * takes any number of bits, the most significant of a byte first, and a key of
 * either direction.
 */
#ifndef FIFTEEN_NIST_API_H
#define FIFTEEN_NIST_API_H

#ifdef __cplusplus
extern "C" {
#endif

#define DIR_ENCRYPT 0
#define DIR_DECRYPT 1
#define MODE_ECB 1
#define MODE_CBC 2
#define MODE_CFB1 3
#define TRUE 1
#define FALSE 0

#define BAD_KEY_DIR (-1)         /* makeKey: neither direction */
#define BAD_KEY_MAT (-2)         /* wrong length, not hexadecimal, or of the other direction */
#define BAD_KEY_INSTANCE (-3)    /* no key, or makeKey hasn't made it */
#define BAD_CIPHER_MODE (-4)     /* cipherInit: no such mode */
#define BAD_CIPHER_STATE (-5)    /* no cipher, or cipherInit hasn't made it */
#define BAD_INPUT_LEN (-6)       /* negative, or not in whole blocks */
#define BAD_CIPHER_INSTANCE (-7) /* cipherInit: no cipher */
#define BAD_IV_MAT (-8)          /* cipherInit: initialization vector missing or not hexadecimal */

#define MAX_KEY_SIZE 512 /* characters of a key */
#define MAX_IV_SIZE 32   /* bytes of an initialization vector */

typedef unsigned char BYTE;

typedef struct {
    BYTE direction;
    int keyLen;                         /* in bits */
    char keyMaterial[MAX_KEY_SIZE + 1]; /* as given */
    const void *madeFor;                /* the engine, once the key is good */
    union {
        unsigned char bytes[16384];
        long long alignment;
    } schedule;
} keyInstance;

typedef struct {
    BYTE mode;
    BYTE IV[MAX_IV_SIZE]; /* the chaining value */
    int blockLen;         /* in bits */
} cipherInstance;

/* keyMaterial NULL: what is in key->keyMaterial. */
int makeKey(keyInstance *key, BYTE direction, int keyLen, const char *keyMaterial);
int cipherInit(cipherInstance *cipher, BYTE mode, const char *IV);
int blockEncrypt(cipherInstance *cipher, keyInstance *key, const BYTE *input, int inputLen,
                 BYTE *outBuffer);
int blockDecrypt(cipherInstance *cipher, keyInstance *key, const BYTE *input, int inputLen,
                 BYTE *outBuffer);

#ifdef __cplusplus
}
#endif
#endif
