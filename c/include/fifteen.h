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
 * No cipher here is a mode of operation. ECB leaks which blocks are equal.
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

/* What set_key returns. */
enum {
    FIFTEEN_OK = 0,
    FIFTEEN_BAD_KEY_BITS = -1,   /* not a size of this engine: see key_bits */
    FIFTEEN_BAD_DIRECTIONS = -2, /* neither FIFTEEN_ENCRYPT nor FIFTEEN_DECRYPT */
    FIFTEEN_FAILED = -3          /* a plug-in's library refused the key */
};

/* Fused modes of operation; no engine has any yet. */
typedef struct fifteen_modes fifteen_modes;

typedef struct fifteen_engine {
    const char *cipher;   /* the manifest's id: "serpent" */
    const char *name;     /* "portable"; a variant is named by its trade-off: "avx2" */
    const char *needs;    /* CPU features in the kernel's spelling: "aes avx2"; "" for none */
    unsigned block_bytes; /* 8 to 32 */
    struct {
        unsigned min, max, step;
    } key_bits;
    unsigned tweak_bytes; /* HPC's spice: 64; else 0 */
    unsigned batch;       /* blocks worked on at once */
    size_t pays_from; /* blocks under one key from which it beats the first engine of its cipher;
                       * measured; 0: it is the first, or never does */
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
 * blocks_per_key blocks under each key (0: unknown, many), on this CPU.
 * NULL when no engine has that cipher or that key size. */
FIFTEEN_API const fifteen_engine *fifteen_best(const char *cipher, unsigned key_bits,
                                               size_t blocks_per_key);

#ifdef __cplusplus
}
#endif
#endif
