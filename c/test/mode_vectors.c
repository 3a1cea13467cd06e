/* SPDX-License-Identifier: Apache-2.0
 * The modes over AES and Triple-DES against test/modes.txt, for every engine of them. */
#include "fifteen.h"

#include "fields.h"

enum { BOTH = FIFTEEN_ENCRYPT | FIFTEEN_DECRYPT };

static unsigned char contexts[2][16384];

static void check_entry(const fifteen_engine *e) {
    uint8_t key[64], iv[16], chain[16], in[256], out[256], back[256];
    unsigned key_bytes = take("KEY", key, sizeof key), iv_bytes = take("IV", iv, sizeof iv);
    unsigned size = take("PT", in, sizeof in);
    void *context = contexts[0], *tweak_context = contexts[1];
    CHECK(e->context_bytes <= sizeof contexts[0], "%s/%s", e->cipher, e->name);
    if (has("XTS")) {
        key_bytes /= 2;
        e->set_key(tweak_context, key + key_bytes, 8 * key_bytes, FIFTEEN_ENCRYPT);
    }
    CHECK(e->set_key(context, key, 8 * key_bytes, BOTH) == FIFTEEN_OK, "%u bytes", key_bytes);
    if (has("CBC")) {
        memcpy(chain, iv, iv_bytes);
        fifteen_cbc_encrypt(e, context, chain, in, out, size / iv_bytes);
        memcpy(chain, iv, iv_bytes);
        fifteen_cbc_decrypt(e, context, chain, out, back, size / iv_bytes);
        give_bytes("CBC", out, size);
    } else if (has("CTR")) {
        fifteen_ctr(e, context, iv, 0, in, out, size);
        fifteen_ctr(e, context, iv, 0, out, back, size);
        give_bytes("CTR", out, size);
    } else {
        fifteen_xts_encrypt(e, context, tweak_context, iv, in, out, size);
        fifteen_xts_decrypt(e, context, tweak_context, iv, out, back, size);
        give_bytes("XTS", out, size);
    }
    CHECK(memcmp(back, in, size) == 0, "entry %u, %s/%s: back", entries, e->cipher, e->name);
    e->wipe(context);
    e->wipe(tweak_context);
}

static void compute(void) {
    uint8_t iv[16];
    const char *cipher = take("IV", iv, sizeof iv) == 8 ? "3des" : "rijndael";
    for (const fifteen_engine *const *e = fifteen_plugin_1()->engines; *e != NULL; e++)
        if (strcmp((*e)->cipher, cipher) == 0 && fifteen_cpu_has((*e)->needs)) check_entry(*e);
}

int main(int argc, char **argv) {
    if (argc != 2) {
        fprintf(stderr, "usage: %s FILE\n", argv[0]);
        return 2;
    }
    read_fields(argv[1]);
    return failures != 0;
}
