/* SPDX-License-Identifier: Apache-2.0
 *
 * fifteen.h: block ciphers of the AES competition and their elders.
 *
 * WHAT AN ENGINE IS
 *
 * A cipher (say "serpent") is an algorithm; an engine is one implementation
 * of it (say "portable"). Everything there is to know about an engine stands
 * in one constant descriptor, a fifteen_engine. Keying and using it:
 *
 *     const fifteen_engine *e = fifteen_best("serpent", 256, 0);
 *     void *context = aligned_alloc(e->context_align, e->context_bytes);
 *     memset(context, 0, e->context_bytes);
 *     if (e->set_key(context, key, 256, FIFTEEN_ENCRYPT) != FIFTEEN_OK) ...
 *     e->encrypt(context, in, out, blocks);
 *     e->wipe(context);
 *
 * THE CONTRACT
 *
 * Context. The caller owns it: context_bytes bytes (a multiple of
 *   context_align), aligned to context_align, filled with zeros before the
 *   first set_key. set_key may be called again at any time and replaces the
 *   key. wipe ends the context's use and leaves only zeros. An engine of this
 *   library allocates nothing and keeps no state outside the context; one
 *   keyed context may be used by several threads at once. A plug-in's engine
 *   may do neither, which is why every context must be wiped.
 *
 * Key. key_bits is the size as stored, parity bits included (DES 64,
 *   three-key Triple-DES 192), a multiple of 8. set_key takes the directions
 *   that will be used, or-ed. It returns FIFTEEN_OK or one of the errors
 *   below, and after an error the context must be keyed again before use.
 *   Using a direction that was not asked for is undefined.
 *
 * Tweak. Where tweak_bytes is not 0, set_tweak sets a second input, which may
 *   be public and is cheap to change, before or after a key. It is zeros until
 *   then; set_key leaves it as it is.
 *
 * Blocks. encrypt and decrypt work on whole blocks in ECB, `blocks` of them
 *   (0 is allowed). in and out need no alignment. in == out is allowed; any
 *   other overlap is not.
 *
 * Byte order. Keys and blocks are strings of bytes in the order that the
 *   cipher's specification, or the convention named in ciphers.toml where it
 *   has several, gives them.
 *
 * Processor. An engine may be used only where fifteen_cpu_has(e->needs); what
 *   fifteen_best gives always may.
 *
 * An engine alone is no way to encrypt data: ECB shows which blocks are equal.
 *
 * MODES OF OPERATION
 *
 * CBC, CTR and XTS work over any engine and a context that it has keyed:
 *
 *     uint8_t iv[16];                        (one block; never twice under a key)
 *     fifteen_cbc_encrypt(e, context, iv, in, out, blocks);
 *     fifteen_ctr(e, context, iv, 0, in, out, bytes);
 *
 * They leave the context as it is, allocate nothing, and treat in and out as
 * encrypt does: no alignment, in == out, no other overlap. None notices that
 * data was changed: whoever needs that adds a MAC.
 *
 * CBC (NIST SP 800-38A, 6.2). Whole blocks; padding is the caller's. iv is a
 *   block that nobody can foresee. It comes back as the last block of
 *   ciphertext, so that a message may be given in several calls. The context
 *   is keyed in the direction of the call.
 *
 * CTR (NIST SP 800-38A, 6.5). Any number of bytes; encryption and decryption
 *   are one, and the context is keyed for encryption. iv is the first counter
 *   block. All of it counts, as one big-endian number that wraps around; no
 *   counter may come twice under a key, in this message or another. It isn't
 *   changed: position says how many bytes of the message are before in, so
 *   that a message may be cut anywhere, begun anywhere, and shared by threads.
 *
 * XTS (IEEE 1619, NIST SP 800-38E). For stored data. Each call is one data
 *   unit, a sector say, of 16 bytes to 16 MiB; where it isn't whole blocks the
 *   last two are joined by ciphertext stealing. unit is the data unit's number
 *   as 16 bytes, the least first. There are two keys, which must differ: that
 *   of context, in the direction of the call, and that of tweak_context, always
 *   for encryption. (A key of XTS as it is usually given is both, in this
 *   order.) Blocks are of 128 bits: FIFTEEN_BAD_BLOCK with another engine,
 *   FIFTEEN_BAD_LENGTH with another length, and then out is left alone.
 *
 * THE CHOICE OF AN ENGINE
 *
 * fifteen_best takes, among the engines that this processor can run, the
 * fastest that pays for so many blocks under one key. What a processor has is asked
 * once: it and its operating system. The environment variable FIFTEEN_FEATURES
 * takes features away, each with a minus, separated by commas, without spaces:
 * FIFTEEN_FEATURES=-avx2,-aes. Each word takes away that feature alone. Names
 * are the kernel's: those of /proc/cpuinfo. Where any word isn't understood,
 * all features are taken away, so that nothing runs that was meant to be
 * forbidden; fifteen_features_error says which word. Features of another kind
 * of processor are understood.
 */
#ifndef FIFTEEN_H
#define FIFTEEN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define FIFTEEN_API __attribute__((visibility("default")))
#else
#define FIFTEEN_API
#endif

/* Directions, may be or-ed. */
enum { FIFTEEN_ENCRYPT = 1, FIFTEEN_DECRYPT = 2 };

/* What set_key and XTS return. */
enum {
    FIFTEEN_OK = 0,
    FIFTEEN_BAD_KEY_BITS = -1,   /* not a size of this engine: see key_bits */
    FIFTEEN_BAD_DIRECTIONS = -2, /* neither FIFTEEN_ENCRYPT nor FIFTEEN_DECRYPT */
    FIFTEEN_FAILED = -3,         /* a plug-in's library refused the key */
    FIFTEEN_BAD_BLOCK = -4,      /* XTS: the engine's blocks aren't of 128 bits */
    FIFTEEN_BAD_LENGTH = -5      /* XTS: less than a block, or more than 2^20 blocks */
};

/* Modes that an engine does faster than the general ones over it could: whole
 * blocks, for the functions at the end of this header, which see to the rest;
 * not to be called by others. The chain is, and is moved on to be, what links
 * the first block to those before it: CBC's last ciphertext, CTR's next
 * counter, XTS's next tweak, encrypted. NULL: the general one does. */
typedef void fifteen_fused(const void *context, uint8_t *chain, const uint8_t *in, uint8_t *out,
                           size_t blocks);
typedef struct fifteen_modes {
    fifteen_fused *cbc_encrypt, *cbc_decrypt, *ctr, *xts_encrypt, *xts_decrypt;
} fifteen_modes;

typedef struct fifteen_engine {
    const char *cipher;   /* the manifest's id: "serpent" */
    const char *name;     /* "portable"; a variant is named by its trade-off: "avx2" */
    const char *needs;    /* CPU features in the kernel's spelling: "aes avx2"; "" for none */
    unsigned block_bytes; /* 8 to 32 */
    struct {
        unsigned min, max, step;
    } key_bits;
    unsigned tweak_bytes; /* HPC's spice: 64; else 0 */
    unsigned batch;       /* blocks worked on at once, 1 or more */
    struct {
        unsigned amd;  /* and any other maker's */
        unsigned zen4; /* AMD's family 25: Zen 3, too */
        unsigned intel;
    } pays_from; /* blocks under one key from which it beats the first engine of its cipher, just
                  * above a batch perhaps not again; measured; 0: it is the first, or never does */
    size_t context_bytes; /* a multiple of context_align */
    size_t context_align;
    int (*set_key)(void *context, const uint8_t *key, unsigned key_bits, int directions);
    void (*set_tweak)(void *context, const uint8_t *tweak); /* NULL: the cipher has none */
    void (*encrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);
    void (*decrypt)(const void *context, const uint8_t *in, uint8_t *out, size_t blocks);
    void (*wipe)(void *context);
    const fifteen_modes *modes; /* NULL: the general ones do */
} fifteen_engine;

/* A set of engines. A shared object that exports fifteen_plugin_1 can be
 * verified and measured beside ours: that is all a peer is. */
typedef struct fifteen_plugin {
    const char *name;                     /* "fifteen"; a peer's library: "openssl" */
    const char *built_version;            /* of the headers it was compiled with */
    const char *running_version;          /* of the library it runs on */
    const fifteen_engine *const *engines; /* ended by NULL */
} fifteen_plugin;

/* The engines of this library. The symbol's number is the version of the ABI. */
FIFTEEN_API const fifteen_plugin *fifteen_plugin_1(void);

/* The engine to use for `cipher` with keys of key_bits bits and about
 * blocks_per_key blocks under each key (0: unknown, many), on this processor.
 * NULL when no engine has that cipher or that key size. */
FIFTEEN_API const fifteen_engine *fifteen_best(const char *cipher, unsigned key_bits,
                                               size_t blocks_per_key);

/* An engine's pays_from on this processor. */
FIFTEEN_API size_t fifteen_pays_from(const fifteen_engine *e);

/* Whether this processor, as FIFTEEN_FEATURES leaves it, has all of some
 * features: an engine's needs, names separated by single spaces. A name that
 * this library doesn't know is a feature that isn't there. */
FIFTEEN_API int fifteen_cpu_has(const char *features);

/* NULL, or FIFTEEN_FEATURES from the first word on that isn't understood. */
FIFTEEN_API const char *fifteen_features_error(void);

FIFTEEN_API void fifteen_cbc_encrypt(const fifteen_engine *e, const void *context, uint8_t *iv,
                                     const uint8_t *in, uint8_t *out, size_t blocks);
FIFTEEN_API void fifteen_cbc_decrypt(const fifteen_engine *e, const void *context, uint8_t *iv,
                                     const uint8_t *in, uint8_t *out, size_t blocks);

FIFTEEN_API void fifteen_ctr(const fifteen_engine *e, const void *context, const uint8_t *iv,
                             uint64_t position, const uint8_t *in, uint8_t *out, size_t bytes);

FIFTEEN_API int fifteen_xts_encrypt(const fifteen_engine *e, const void *context,
                                    const void *tweak_context, const uint8_t *unit,
                                    const uint8_t *in, uint8_t *out, size_t bytes);
FIFTEEN_API int fifteen_xts_decrypt(const fifteen_engine *e, const void *context,
                                    const void *tweak_context, const uint8_t *unit,
                                    const uint8_t *in, uint8_t *out, size_t bytes);

#ifdef __cplusplus
}
#endif
#endif
