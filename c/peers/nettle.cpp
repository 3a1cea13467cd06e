/* SPDX-License-Identifier: Apache-2.0
 * Nettle as a peer. Each of its functions takes many blocks, and what the
 * processor has. */
#include <nettle/aes.h>
#include <nettle/des.h>
#include <nettle/serpent.h>
#include <nettle/twofish.h>
#include <nettle/version.h>

#include <string>

#include "peer.hpp"

namespace {

/* ---- Nettle's functions under one name ---- */

/* Of AES, each key size and each direction has a schedule of its own. */
struct Aes {
    struct Schedule {
        unsigned key_bits;
        union {
            aes128_ctx k128;
            aes192_ctx k192;
            aes256_ctx k256;
        } encryption, decryption;
    };

    static void set_key(Schedule *s, const uint8_t *key, unsigned key_bits, int directions) {
        s->key_bits = key_bits;
        if (directions & FIFTEEN_ENCRYPT) {
            if (key_bits == 128) aes128_set_encrypt_key(&s->encryption.k128, key);
            if (key_bits == 192) aes192_set_encrypt_key(&s->encryption.k192, key);
            if (key_bits == 256) aes256_set_encrypt_key(&s->encryption.k256, key);
        }
        if (directions & FIFTEEN_DECRYPT) {
            if (key_bits == 128) aes128_set_decrypt_key(&s->decryption.k128, key);
            if (key_bits == 192) aes192_set_decrypt_key(&s->decryption.k192, key);
            if (key_bits == 256) aes256_set_decrypt_key(&s->decryption.k256, key);
        }
    }
    static void encrypt(const Schedule *s, size_t size, uint8_t *out, const uint8_t *in) {
        if (s->key_bits == 128) aes128_encrypt(&s->encryption.k128, size, out, in);
        if (s->key_bits == 192) aes192_encrypt(&s->encryption.k192, size, out, in);
        if (s->key_bits == 256) aes256_encrypt(&s->encryption.k256, size, out, in);
    }
    static void decrypt(const Schedule *s, size_t size, uint8_t *out, const uint8_t *in) {
        if (s->key_bits == 128) aes128_decrypt(&s->decryption.k128, size, out, in);
        if (s->key_bits == 192) aes192_decrypt(&s->decryption.k192, size, out, in);
        if (s->key_bits == 256) aes256_decrypt(&s->decryption.k256, size, out, in);
    }
};

struct Serpent {
    using Schedule = serpent_ctx;
    static void set_key(Schedule *s, const uint8_t *key, unsigned key_bits, int) {
        serpent_set_key(s, key_bits / 8, key);
    }
    static constexpr auto encrypt = serpent_encrypt, decrypt = serpent_decrypt;
};

struct Twofish {
    using Schedule = twofish_ctx;
    static void set_key(Schedule *s, const uint8_t *key, unsigned key_bits, int) {
        twofish_set_key(s, key_bits / 8, key);
    }
    static constexpr auto encrypt = twofish_encrypt, decrypt = twofish_decrypt;
};

/* Their result says that a key is weak; it is set all the same. */
struct Des {
    using Schedule = des_ctx;
    static void set_key(Schedule *s, const uint8_t *key, unsigned, int) { des_set_key(s, key); }
    static constexpr auto encrypt = des_encrypt, decrypt = des_decrypt;
};

struct TripleDes {
    using Schedule = des3_ctx;
    static void set_key(Schedule *s, const uint8_t *key, unsigned, int) { des3_set_key(s, key); }
    static constexpr auto encrypt = des3_encrypt, decrypt = des3_decrypt;
};

/* ---- Engines ---- */

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max>
struct Peer {
    using Context = typename Cipher::Schedule;

    static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
        int error = check_key(key_bits, key_min, key_max, 64, directions);
        if (error != FIFTEEN_OK) return error;
        Cipher::set_key(static_cast<Context *>(context), key, key_bits, directions);
        return FIFTEEN_OK;
    }

    static void encrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        Cipher::encrypt(static_cast<const Context *>(context), block_bytes * blocks, out, in);
    }

    static void decrypt(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
        Cipher::decrypt(static_cast<const Context *>(context), block_bytes * blocks, out, in);
    }

    static void wipe(void *context) { wipe_bytes(context, sizeof(Context)); }
};

template <class Cipher, unsigned block_bytes, unsigned key_min, unsigned key_max>
fifteen_engine engine(const char *cipher, const char *name) {
    return describe<Peer<Cipher, block_bytes, key_min, key_max>>(cipher, block_bytes,
                                                                 {key_min, key_max, 64}, name);
}

std::string dotted(int major, int minor) {
    return std::to_string(major) + "." + std::to_string(minor);
}

}  // namespace

extern "C" const fifteen_plugin *fifteen_plugin_1(void) {
    static const fifteen_engine engines[] = {
        engine<Aes, 16, 128, 256>("rijndael", "native"),
        engine<Serpent, 16, 128, 256>("serpent", "native"),
        engine<Twofish, 16, 128, 256>("twofish", "native"),
        engine<Des, 8, 64, 64>("des", "scalar"),
        engine<TripleDes, 8, 192, 192>("3des", "scalar"),
    };
    static const EngineList<sizeof engines / sizeof engines[0]> list(engines);
    static const std::string built = dotted(NETTLE_VERSION_MAJOR, NETTLE_VERSION_MINOR),
                             running = dotted(nettle_version_major(), nettle_version_minor());
    static const fifteen_plugin plugin = {"nettle", built.c_str(), running.c_str(), list.entries};
    return &plugin;
}
