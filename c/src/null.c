/* SPDX-License-Identifier: Apache-2.0
 * null: the identity cipher. It proves nothing and protects nothing: what the
 * lab measures of it is the cost of the lab itself.
 *
 * Block 128 bits; any NIST key size, ignored.
 */
#include "bytes.h"

/* ---- Context ---- */

typedef struct {
    uint8_t unused[16];
} null_context;

/* ---- Key schedule ---- */

enum { KEY_MIN = 128, KEY_MAX = 256, KEY_STEP = 64 };

static int set_key(void *context, const uint8_t *key, unsigned key_bits, int directions) {
    (void)context;
    (void)key;
    return check_key(key_bits, KEY_MIN, KEY_MAX, KEY_STEP, directions);
}

/* ---- Encryption and decryption ---- */

static void copy(const void *context, const uint8_t *in, uint8_t *out, size_t blocks) {
    (void)context;
    if (in != out) memcpy(out, in, 16 * blocks);
}

/* ---- Engine ---- */

static void wipe(void *context) { wipe_bytes(context, sizeof(null_context)); }

const fifteen_engine fifteen_null_portable = {
    .cipher = "null",
    .name = "portable",
    .needs = "",
    .block_bytes = 16,
    .key_bits = {KEY_MIN, KEY_MAX, KEY_STEP},
    .batch = 1,
    .context_bytes = sizeof(null_context),
    .context_align = _Alignof(null_context),
    .set_key = set_key,
    .encrypt = copy,
    .decrypt = copy,
    .wipe = wipe,
};
