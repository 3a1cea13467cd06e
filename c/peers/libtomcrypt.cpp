/* SPDX-License-Identifier: Apache-2.0
 * libtomcrypt as a peer. Its ciphers are plain C: of the accelerated paths that
 * its descriptors may have, those here have none, so that a call a block is
 * its fastest way through ECB. */
#include <tomcrypt.h>

#include <cstdio>

#include "peer.hpp"

namespace {

template <const ltc_cipher_descriptor *cipher>
struct Peer {
    struct Context {
        mutable symmetric_key key; /* ECB only reads it, but doesn't say so */
    };

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        Context *c = static_cast<Context *>(context);
        unsigned min = 8 * static_cast<unsigned>(cipher->min_key_length);
        unsigned max = 8 * static_cast<unsigned>(cipher->max_key_length);
        int error = check_key(key_bits, min, max, 8, directions);
        int size = static_cast<int>(key_bits / 8), nearest = size;
        if (error != FIFTEEN_OK) return error;
        /* keysize() rounds down to a size that the cipher takes. */
        if (cipher->keysize(&nearest) != CRYPT_OK || nearest != size) return FIFTEEN_BAD_KEY_BITS;
        return cipher->setup(key, size, 0, &c->key) == CRYPT_OK ? FIFTEEN_OK : FIFTEEN_FAILED;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        const Context *c = static_cast<const Context *>(context);
        int size = cipher->block_length;
        for (; blocks > 0; blocks--, in += size, out += size) cipher->ecb_encrypt(in, out, &c->key);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        const Context *c = static_cast<const Context *>(context);
        int size = cipher->block_length;
        for (; blocks > 0; blocks--, in += size, out += size) cipher->ecb_decrypt(in, out, &c->key);
    }

    /* None of these ciphers holds anything beyond its schedule. */
    static void wipe(void *context) { wipe_bytes(context, sizeof(Context)); }
};

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        describe<Peer<&rijndael_desc>>("rijndael", 16, {128, 256, 64}),
        describe<Peer<&rc6_desc>>("rc6", 16, {64, 1024, 8}),
        describe<Peer<&twofish_desc>>("twofish", 16, {128, 256, 64}),
        describe<Peer<&saferp_desc>>("saferplus", 16, {128, 256, 64}),
        describe<Peer<&des_desc>>("des", 8, {64, 64, 64}),
        describe<Peer<&des3_desc>>("3des", 8, {192, 192, 64}),
    /* After version 1.18.2. */
#ifdef LTC_SERPENT
        describe<Peer<&serpent_desc>>("serpent", 16, {128, 256, 64}),
#endif
#ifdef LTC_IDEA
        describe<Peer<&idea_desc>>("idea", 8, {128, 128, 64}),
#endif
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static char running[16] = "unknown";
    static const fifteen_plugin plugin = {"libtomcrypt", SCRYPT, running, list.entries};
    std::sscanf(crypt_build_settings, "LibTomCrypt %15s", running);
    return &plugin;
}
