/* SPDX-License-Identifier: Apache-2.0
 * What modes.c does to many blocks before and after an engine has them: word by
 * word here, and by the registers of modes_avx2.c or modes_avx512.c. */
#ifndef FIFTEEN_MODE_TOOLS_H
#define FIFTEEN_MODE_TOOLS_H

#include "wide.h"

enum { XTS_BLOCK = 16, READY = 16 }; /* tweaks that may be ready */

typedef struct {
    void (*xor_bytes)(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n);
    void (*write_counters)(uint8_t *out, const uint8_t *counter, size_t size, uint64_t low,
                           size_t n); /* up to 64 bytes more are written */
    void (*prepare)(uint8_t *next);   /* of the first tweak makes all that whiten wants */
    void (*whiten)(uint8_t *next, uint8_t *tweaks, const uint8_t *in, uint8_t *out, size_t n);
} mode_tools;

extern const mode_tools fifteen_modes_words, fifteen_modes_avx2, fifteen_modes_avx512;

/* Modes over the engine's ECB: also for what an engine that has fused them leaves. The chain is
 * moved on, as by a fifteen_fused. */
void fifteen_cbc_decrypt_over(const fifteen_engine *e, const void *context, uint8_t *iv,
                              const uint8_t *in, uint8_t *out, size_t blocks);
void fifteen_ctr_over(const fifteen_engine *e, const void *context, uint8_t *counter,
                      const uint8_t *in, uint8_t *out, size_t blocks);
void fifteen_xts_over(const fifteen_engine *e, const void *context, int decrypting, uint8_t *tweak,
                      const uint8_t *in, uint8_t *out, size_t blocks);

#endif
