/* SPDX-License-Identifier: Apache-2.0
 * The one list of engines, and the choice among them. */
#include "choice.h"

#include <string.h>

#include "x86.h"

/* One line an engine; within a cipher portable first, if there is one, and of those that pay the
 * fastest in bulk last. */
#define ENGINES(ENGINE)                                                                            \
    ENGINE(fifteen_null_portable)                                                                  \
    ENGINE(fifteen_rijndael_portable)                                                              \
    ENGINE(fifteen_rijndael_ttable)                                                                \
    ENGINE(fifteen_rijndael_rowwise)                                                               \
    ENGINE(fifteen_rijndael_b160_portable)                                                         \
    ENGINE(fifteen_rijndael_b192_portable)                                                         \
    ENGINE(fifteen_rijndael_b224_portable)                                                         \
    ENGINE(fifteen_rijndael_b256_portable)                                                         \
    ENGINE(fifteen_aes32_ttable)                                                                   \
    ENGINE(fifteen_aes32_rowwise)                                                                  \
    ENGINE(fifteen_aes64_ttable)                                                                   \
    ENGINE(fifteen_aes64_rowwise)                                                                  \
    ENGINE(fifteen_cast256_portable)                                                               \
    ENGINE(fifteen_crypton_v0_5_portable)                                                          \
    ENGINE(fifteen_crypton_v1_0_portable)                                                          \
    ENGINE(fifteen_deal_portable)                                                                  \
    ENGINE(fifteen_des_portable)                                                                   \
    ENGINE(fifteen_3des_portable)                                                                  \
    ENGINE(fifteen_dfc_portable)                                                                   \
    ENGINE(fifteen_dfc_v2_portable)                                                                \
    ENGINE(fifteen_e2_portable)                                                                    \
    ENGINE(fifteen_frog_portable)                                                                  \
    ENGINE(fifteen_hpc_portable)                                                                   \
    ENGINE(fifteen_hpc_b64_portable)                                                               \
    ENGINE(fifteen_hpc_1999_portable)                                                              \
    ENGINE(fifteen_hpc_1999_b64_portable)                                                          \
    ENGINE(fifteen_idea_portable)                                                                  \
    ENGINE(fifteen_loki97_portable)                                                                \
    ENGINE(fifteen_magenta_portable)                                                               \
    ENGINE(fifteen_mars_portable)                                                                  \
    ENGINE(fifteen_mars_round1_portable)                                                           \
    ENGINE(fifteen_rc6_portable)                                                                   \
    ENGINE(fifteen_saferplus_portable)                                                             \
    ENGINE(fifteen_serpent_portable)                                                               \
    ENGINE(fifteen_twofish_portable)                                                               \
    X86_ENGINES(ENGINE)                                                                            \
    AVX512_ENGINES(ENGINE)

#if FIFTEEN_X86
#define X86_ENGINES(ENGINE)                                                                        \
    ENGINE(fifteen_rijndael_bitsliced)                                                             \
    ENGINE(fifteen_rijndael_aesni)                                                                 \
    ENGINE(fifteen_rijndael_vaes)                                                                  \
    ENGINE(fifteen_crypton_v0_5_avx2)                                                              \
    ENGINE(fifteen_crypton_v1_0_avx2)                                                              \
    ENGINE(fifteen_deal_bitsliced)                                                                 \
    ENGINE(fifteen_des_bitsliced)                                                                  \
    ENGINE(fifteen_3des_bitsliced)                                                                 \
    ENGINE(fifteen_e2_avx2)                                                                        \
    ENGINE(fifteen_e2_aesni)                                                                       \
    ENGINE(fifteen_e2_vaes)                                                                        \
    ENGINE(fifteen_frog_avx2)                                                                      \
    ENGINE(fifteen_hpc_avx2)                                                                       \
    ENGINE(fifteen_hpc_b64_avx2)                                                                   \
    ENGINE(fifteen_hpc_1999_avx2)                                                                  \
    ENGINE(fifteen_hpc_1999_b64_avx2)                                                              \
    ENGINE(fifteen_idea_avx2)                                                                      \
    ENGINE(fifteen_loki97_avx2)                                                                    \
    ENGINE(fifteen_magenta_avx2)                                                                   \
    ENGINE(fifteen_mars_avx2)                                                                      \
    ENGINE(fifteen_mars_round1_avx2)                                                               \
    ENGINE(fifteen_rc6_avx2)                                                                       \
    ENGINE(fifteen_saferplus_avx2)                                                                 \
    ENGINE(fifteen_serpent_avx2)                                                                   \
    ENGINE(fifteen_twofish_avx2)
#else
#define X86_ENGINES(ENGINE)
#endif

#if FIFTEEN_AVX512
#define AVX512_ENGINES(ENGINE)                                                                     \
    ENGINE(fifteen_rijndael_vaesvl)                                                                \
    ENGINE(fifteen_rijndael_vaes512)                                                               \
    ENGINE(fifteen_cast256_avx512)                                                                 \
    ENGINE(fifteen_crypton_v0_5_avx512)                                                            \
    ENGINE(fifteen_crypton_v1_0_avx512)                                                            \
    ENGINE(fifteen_deal_bitslicedvl)                                                               \
    ENGINE(fifteen_deal_bitsliced512)                                                              \
    ENGINE(fifteen_des_bitslicedvl)                                                                \
    ENGINE(fifteen_des_bitsliced512)                                                               \
    ENGINE(fifteen_3des_bitslicedvl)                                                               \
    ENGINE(fifteen_3des_bitsliced512)                                                              \
    ENGINE(fifteen_dfc_avx512)                                                                     \
    ENGINE(fifteen_dfc_v2_avx512)                                                                  \
    ENGINE(fifteen_e2_avx512)                                                                      \
    ENGINE(fifteen_frog_avx512)                                                                    \
    ENGINE(fifteen_hpc_avx512)                                                                     \
    ENGINE(fifteen_hpc_b64_avx512)                                                                 \
    ENGINE(fifteen_hpc_1999_avx512)                                                                \
    ENGINE(fifteen_hpc_1999_b64_avx512)                                                            \
    ENGINE(fifteen_idea_avx512)                                                                    \
    ENGINE(fifteen_loki97_avx512vl)                                                                \
    ENGINE(fifteen_loki97_avx512)                                                                  \
    ENGINE(fifteen_magenta_avx512)                                                                 \
    ENGINE(fifteen_mars_avx512)                                                                    \
    ENGINE(fifteen_mars_round1_avx512)                                                             \
    ENGINE(fifteen_rc6_avx512vl)                                                                   \
    ENGINE(fifteen_rc6_avx512)                                                                     \
    ENGINE(fifteen_saferplus_avx512)                                                               \
    ENGINE(fifteen_serpent_avx512vl)                                                               \
    ENGINE(fifteen_serpent_avx512)                                                                 \
    ENGINE(fifteen_twofish_avx512)
#else
#define AVX512_ENGINES(ENGINE)
#endif

#define DECLARE(engine) extern const fifteen_engine engine;
ENGINES(DECLARE)

#define ADDRESS(engine) &engine,
static const fifteen_engine *const engines[] = {ENGINES(ADDRESS) NULL};

const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_plugin plugin = {"fifteen", FIFTEEN_VERSION, FIFTEEN_VERSION, engines};
    return &plugin;
}

static int takes_key(const fifteen_engine *e, unsigned key_bits) {
    return key_bits >= e->key_bits.min && key_bits <= e->key_bits.max &&
           (key_bits - e->key_bits.min) % e->key_bits.step == 0;
}

size_t fifteen_pays_from(const fifteen_engine *e) {
    switch (fifteen_processor()) {
    case FIFTEEN_INTEL: return e->pays_from.intel;
    case FIFTEEN_ZEN4: return e->pays_from.zen4;
    default: return e->pays_from.amd;
    }
}

const fifteen_engine *fifteen_best_of(const fifteen_engine *const *list, const char *cipher,
                                      unsigned key_bits, size_t blocks_per_key) {
    size_t blocks = blocks_per_key == 0 ? SIZE_MAX : blocks_per_key;
    const fifteen_engine *best = NULL;
    for (const fifteen_engine *const *e = list; *e != NULL; e++) {
        if (strcmp((*e)->cipher, cipher) != 0 || !takes_key(*e, key_bits)) continue;
        const size_t pays_from = fifteen_pays_from(*e);
        if (blocks < pays_from || !fifteen_cpu_has((*e)->needs)) continue;
        if (best == NULL || pays_from > 0) best = *e;
    }
    return best;
}

const fifteen_engine *fifteen_best(const char *cipher, unsigned key_bits, size_t blocks_per_key) {
    return fifteen_best_of(engines, cipher, key_bits, blocks_per_key);
}
