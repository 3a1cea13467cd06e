/* SPDX-License-Identifier: Apache-2.0
 * The header of a submission in the manner of 1998: RC6, with fields of its own. */
#define DIR_ENCRYPT 0
#define DIR_DECRYPT 1
#define MODE_ECB 1
#define TRUE 1
#define BAD_KEY_MAT -2
#define BAD_CIPHER_STATE -5
#define MAX_KEY_SIZE 64

#ifdef LONG_WORDS
typedef unsigned long WORD; /* 32 bits, or else it is wrong */
#else
typedef unsigned int WORD;
#endif
typedef unsigned char BYTE;

typedef struct {
    BYTE direction;
    int keyLen;
    char keyMaterial[MAX_KEY_SIZE + 1];
    WORD s[44];
} keyInstance;

typedef struct {
    BYTE mode;
    BYTE IV[16];
    int blockSize; /* in bits; the caller's to set */
} cipherInstance;

int makeKey(keyInstance *key, BYTE direction, int keyLen, char *keyMaterial);
int cipherInit(cipherInstance *cipher, BYTE mode, char *IV);
int blockEncrypt(cipherInstance *cipher, keyInstance *key, BYTE *input, int inputLen,
                 BYTE *outBuffer);
int blockDecrypt(cipherInstance *cipher, keyInstance *key, BYTE *input, int inputLen,
                 BYTE *outBuffer);
