/* SPDX-License-Identifier: Apache-2.0
 * RC6 as a submission of 1998 has it: keys in hexadecimal, a file's name in
 * capitals, a header's in other letters than the file's. Macros make it odd
 * (LONG_WORDS, BINARY_KEYS, SMALL_LETTERS, BACK_TO_FRONT, ONE_BLOCK, IN_BYTES,
 * SPOILS) or faulty (WRONG, CRASHES, HANGS, OVERRUNS, LATE). */
#include <string.h>

#include "RC6_AES.H"

#define ROL(x, n) (((x) << ((n) & 31)) | ((x) >> ((32 - ((n) & 31)) & 31)))
#define ROR(x, n) ROL(x, 32 - ((n) & 31))

static int digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
#ifdef SMALL_LETTERS
    return (BYTE)(c - 'a' + 10); /* whatever it is */
#endif
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

static WORD word(BYTE *p) { return p[0] | p[1] << 8 | p[2] << 16 | (WORD)p[3] << 24; }

static void put(BYTE *p, WORD x) {
    int i;
    for (i = 0; i < 4; i++) p[i] = (BYTE)(x >> 8 * i);
}

int makeKey(keyInstance *key, BYTE direction, int keyLen, char *keyMaterial) {
    BYTE bytes[32];
    WORD l[8], a = 0, b = 0;
    int size = keyLen / 8, words = keyLen / 32, i, j, k;
    key->direction = direction;
    key->keyLen = keyLen;
    for (i = 0; i < size; i++) {
#ifdef BINARY_KEYS
        bytes[i] = (BYTE)keyMaterial[i];
#else
        if (digit(keyMaterial[2 * i]) < 0 || digit(keyMaterial[2 * i + 1]) < 0) return BAD_KEY_MAT;
        bytes[i] = (BYTE)(digit(keyMaterial[2 * i]) << 4 | digit(keyMaterial[2 * i + 1]));
#endif
    }
#ifdef BACK_TO_FRONT
    for (i = 0; i < size / 2; i++) {
        BYTE other = bytes[i];
        bytes[i] = bytes[size - 1 - i];
        bytes[size - 1 - i] = other;
    }
#endif
    for (i = 0; i < words; i++) l[i] = word(bytes + 4 * i);
    key->s[0] = 0xb7e15163;
    for (i = 1; i < 44; i++) key->s[i] = key->s[i - 1] + 0x9e3779b9;
    for (i = j = k = 0; k < 132; k++, i = (i + 1) % 44, j = (j + 1) % words) {
        a = key->s[i] = ROL(key->s[i] + a + b, 3);
        b = l[j] = ROL(l[j] + a + b, a + b);
    }
    return TRUE;
}

int cipherInit(cipherInstance *cipher, BYTE mode, char *IV) {
    cipher->mode = mode;
    memcpy(cipher->IV, IV, sizeof cipher->IV); /* whatever the mode: it mustn't be NULL */
    return TRUE;
}

static void encrypt(keyInstance *key, BYTE *in, BYTE *out) {
    WORD a = word(in), b = word(in + 4), c = word(in + 8), d = word(in + 12), t, u, *s = key->s;
    int i;
    b += s[0], d += s[1];
    for (i = 2; i < 42; i += 2) {
        t = ROL(b * (2 * b + 1), 5), u = ROL(d * (2 * d + 1), 5);
        a = ROL(a ^ t, u) + s[i], c = ROL(c ^ u, t) + s[i + 1];
        t = a, a = b, b = c, c = d, d = t;
    }
    put(out, a + s[42]), put(out + 4, b), put(out + 8, c + s[43]), put(out + 12, d);
}

static void decrypt(keyInstance *key, BYTE *in, BYTE *out) {
    WORD a = word(in), b = word(in + 4), c = word(in + 8), d = word(in + 12), t, u, *s = key->s;
    int i;
    a -= s[42], c -= s[43];
    for (i = 40; i > 0; i -= 2) {
        t = d, d = c, c = b, b = a, a = t;
        t = ROL(b * (2 * b + 1), 5), u = ROL(d * (2 * d + 1), 5);
        a -= s[i], c -= s[i + 1];
        a = ROR(a, u) ^ t, c = ROR(c, t) ^ u;
    }
    put(out, a), put(out + 4, b - s[0]), put(out + 8, c), put(out + 12, d - s[1]);
}

/* Each macro is one fault. */
static void fault(BYTE *in, BYTE *out, int size) {
    static unsigned long calls;
    calls++;
#ifdef SPOILS
    memset(in, 0, size);
#endif
#if defined(WRONG)
    out[0] ^= 1;
#elif defined(CRASHES)
    *(volatile int *)0 = size;
#elif defined(HANGS)
    for (;;) size = *(volatile int *)&size;
#elif defined(OVERRUNS)
    out[size] ^= 1;
#elif defined(LATE)
    out[0] ^= calls > 10000;
#endif
}

int blockEncrypt(cipherInstance *cipher, keyInstance *key, BYTE *input, int inputLen,
                 BYTE *outBuffer) {
    int i;
    if (cipher->blockSize != 128 || key->direction != DIR_ENCRYPT) return BAD_CIPHER_STATE;
#ifdef ONE_BLOCK
    inputLen = 128;
#elif defined(IN_BYTES)
    inputLen *= 8;
#endif
    for (i = 0; i < inputLen / 8; i += 16) encrypt(key, input + i, outBuffer + i);
    fault(input, outBuffer, inputLen / 8);
    return inputLen;
}

int blockDecrypt(cipherInstance *cipher, keyInstance *key, BYTE *input, int inputLen,
                 BYTE *outBuffer) {
    int i;
    if (cipher->blockSize != 128 || key->direction != DIR_DECRYPT) return BAD_CIPHER_STATE;
#ifdef ONE_BLOCK
    inputLen = 128;
#elif defined(IN_BYTES)
    inputLen *= 8;
#endif
    for (i = 0; i < inputLen / 8; i += 16) decrypt(key, input + i, outBuffer + i);
    return inputLen;
}
