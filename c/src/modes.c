/* SPDX-License-Identifier: Apache-2.0
 * CBC and CTR (NIST SP 800-38A), XTS (IEEE 1619, NIST SP 800-38E) over any
 * engine, or the engine's own where a mode is fused with its cipher.
 *
 * The chain is what links a block to those before it: the last ciphertext, the
 * next counter, the next tweak. Where blocks don't wait for one another many go
 * to the engine in one call, by way of a buffer on the stack, which is erased.
 */
#include "bytes.h"

enum { MAX_BLOCK = 32, BUFFER = 4096, XTS_BLOCK = 16, XTS_MAX = XTS_BLOCK << 20 };

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* out = a ^ b; out may be a or b. 32 bytes are loaded before any is stored, so
 * that they may go through wide registers although out may be a or b. */
static void xor_bytes(uint8_t *out, const uint8_t *a, const uint8_t *b, size_t n) {
    for (; n >= 32; n -= 32, out += 32, a += 32, b += 32) {
        uint64_t x[4], y[4];
        memcpy(x, a, 32);
        memcpy(y, b, 32);
        for (unsigned i = 0; i < 4; i++) x[i] ^= y[i];
        memcpy(out, x, 32);
    }
    for (; n >= 4; n -= 4, out += 4, a += 4, b += 4) store32_le(out, load32_le(a) ^ load32_le(b));
    for (; n > 0; n--) *out++ = *a++ ^ *b++;
}

/* ---- CBC ---- */

void fifteen_cbc_encrypt(const fifteen_engine *e, const void *context, uint8_t *iv,
                         const uint8_t *in, uint8_t *out, size_t blocks) {
    if (e->modes != NULL && e->modes->cbc_encrypt != NULL) {
        e->modes->cbc_encrypt(context, iv, in, out, blocks);
        return;
    }
    const size_t size = e->block_bytes;
    for (; blocks > 0; blocks--, in += size, out += size) {
        xor_bytes(iv, iv, in, size);
        e->encrypt(context, iv, iv, 1);
        memcpy(out, iv, size);
    }
}

void fifteen_cbc_decrypt(const fifteen_engine *e, const void *context, uint8_t *iv,
                         const uint8_t *in, uint8_t *out, size_t blocks) {
    if (e->modes != NULL && e->modes->cbc_decrypt != NULL) {
        e->modes->cbc_decrypt(context, iv, in, out, blocks);
        return;
    }
    uint8_t plain[BUFFER];
    const size_t size = e->block_bytes, most = smaller(blocks, BUFFER / size);
    for (size_t n; blocks > 0; blocks -= n, in += n * size, out += n * size) {
        n = smaller(blocks, most);
        e->decrypt(context, in, plain, n);
        xor_bytes(plain, plain, iv, size);
        xor_bytes(plain + size, plain + size, in, (n - 1) * size);
        memcpy(iv, in + (n - 1) * size, size);
        memcpy(out, plain, n * size); /* only now: it may be the input */
    }
    wipe_bytes(plain, most * size);
}

/* ---- CTR ---- */

/* Adds 1 to the big-endian number of `size` bytes; it wraps around. */
static void carry(uint8_t *number, size_t size) {
    while (size > 0 && ++number[size - 1] == 0) size--;
}

/* The counter of block n, from that of block 0. */
static void start_counter(uint8_t *counter, const uint8_t *iv, size_t size, uint64_t n) {
    const size_t last = size - 8;
    memcpy(counter, iv, size);
    const uint64_t low = load64_be(iv + last) + n;
    if (low < n) carry(counter, last);
    store64_be(counter + last, low);
}

/* The next n counters, one behind the other. */
static void take_counters(uint8_t *counter, size_t size, uint8_t *out, size_t n) {
    const size_t last = size - 8;
    uint64_t low = load64_be(counter + last);
    for (; n > 0; n--, out += size) {
        for (size_t b = 0; b < last; b += 8) memcpy(out + b, counter + b, 8);
        store64_be(out + last, low);
        if (++low == 0) carry(counter, last);
    }
    store64_be(counter + last, low);
}

static void ctr_blocks(const fifteen_engine *e, const void *context, uint8_t *counter,
                       const uint8_t *in, uint8_t *out, size_t blocks) {
    if (e->modes != NULL && e->modes->ctr != NULL) {
        e->modes->ctr(context, counter, in, out, blocks);
        return;
    }
    uint8_t stream[BUFFER];
    const size_t size = e->block_bytes, most = smaller(blocks, BUFFER / size);
    for (size_t n; blocks > 0; blocks -= n, in += n * size, out += n * size) {
        n = smaller(blocks, most);
        take_counters(counter, size, stream, n);
        e->encrypt(context, stream, stream, n);
        xor_bytes(out, in, stream, n * size);
    }
    wipe_bytes(stream, most * size);
}

/* `bytes` of one block, the first of them at `skip`. */
static void ctr_part(const fifteen_engine *e, const void *context, uint8_t *counter, size_t skip,
                     const uint8_t *in, uint8_t *out, size_t bytes) {
    uint8_t block[MAX_BLOCK] = {0};
    if (bytes == 0) return;
    memcpy(block + skip, in, bytes);
    ctr_blocks(e, context, counter, block, block, 1);
    memcpy(out, block + skip, bytes);
    wipe_bytes(block, sizeof block);
}

void fifteen_ctr(const fifteen_engine *e, const void *context, const uint8_t *iv, uint64_t position,
                 const uint8_t *in, uint8_t *out, size_t bytes) {
    const size_t size = e->block_bytes, skip = (size_t)(position % size);
    const size_t head = skip == 0 ? 0 : smaller(size - skip, bytes), tail = (bytes - head) % size;
    const size_t whole = bytes - head - tail;
    uint8_t counter[MAX_BLOCK];
    start_counter(counter, iv, size, position / size);
    ctr_part(e, context, counter, skip, in, out, head);
    ctr_blocks(e, context, counter, in + head, out + head, whole / size);
    ctr_part(e, context, counter, 0, in + head + whole, out + head + whole, tail);
}

/* ---- XTS ---- */

/* The next n tweaks, one behind the other: each is the one before times the
 * generator of GF(2^128), its first byte the least. */
static void take_tweaks(uint8_t *tweak, uint8_t *out, size_t n) {
    uint64_t low = load64_le(tweak), high = load64_le(tweak + 8);
    for (; n > 0; n--, out += XTS_BLOCK) {
        store64_le(out, low);
        store64_le(out + 8, high);
        const uint64_t reduction = (0 - (high >> 63)) & 0x87;
        high = high << 1 | low >> 63;
        low = low << 1 ^ reduction;
    }
    store64_le(tweak, low);
    store64_le(tweak + 8, high);
}

static void xts_blocks(const fifteen_engine *e, const void *context, int decrypting, uint8_t *tweak,
                       const uint8_t *in, uint8_t *out, size_t blocks) {
    fifteen_fused *fused = NULL;
    if (e->modes != NULL) fused = decrypting ? e->modes->xts_decrypt : e->modes->xts_encrypt;
    if (fused != NULL) {
        fused(context, tweak, in, out, blocks);
        return;
    }
    uint8_t tweaks[BUFFER];
    const size_t most = smaller(blocks, BUFFER / XTS_BLOCK);
    for (size_t n, bytes; blocks > 0; blocks -= n, in += bytes, out += bytes) {
        n = smaller(blocks, most);
        bytes = n * XTS_BLOCK;
        take_tweaks(tweak, tweaks, n);
        xor_bytes(out, in, tweaks, bytes);
        (decrypting ? e->decrypt : e->encrypt)(context, out, out, n);
        xor_bytes(out, out, tweaks, bytes);
    }
    wipe_bytes(tweaks, most * XTS_BLOCK);
}

static void swap_bytes(uint8_t *a, uint8_t *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        const uint8_t x = a[i];
        a[i] = b[i];
        b[i] = x;
    }
}

/* The last whole block and `rest` bytes more: ciphertext stealing. */
static void xts_steal(const fifteen_engine *e, const void *context, int decrypting, uint8_t *tweak,
                      const uint8_t *in, uint8_t *out, size_t rest) {
    uint8_t tweaks[2][XTS_BLOCK], last[2 * XTS_BLOCK];
    take_tweaks(tweak, tweaks[0], 2);
    memcpy(last, in, XTS_BLOCK + rest);
    for (int turn = 0; turn < 2; turn++) { /* the tweaks in turn, or the second one first */
        if (turn == 1) swap_bytes(last, last + XTS_BLOCK, rest);
        xts_blocks(e, context, decrypting, tweaks[turn ^ decrypting], last, last, 1);
    }
    memcpy(out, last, XTS_BLOCK + rest);
    wipe_bytes(tweaks, sizeof tweaks);
    wipe_bytes(last, sizeof last);
}

static int xts(const fifteen_engine *e, const void *context, int decrypting,
               const void *tweak_context, const uint8_t *unit, const uint8_t *in, uint8_t *out,
               size_t bytes) {
    if (e->block_bytes != XTS_BLOCK) return FIFTEEN_BAD_BLOCK;
    if (bytes < XTS_BLOCK || bytes > XTS_MAX) return FIFTEEN_BAD_LENGTH;
    const size_t rest = bytes % XTS_BLOCK;
    const size_t whole = rest == 0 ? bytes : bytes - rest - XTS_BLOCK;
    uint8_t tweak[XTS_BLOCK];
    e->encrypt(tweak_context, unit, tweak, 1);
    xts_blocks(e, context, decrypting, tweak, in, out, whole / XTS_BLOCK);
    if (rest > 0) xts_steal(e, context, decrypting, tweak, in + whole, out + whole, rest);
    wipe_bytes(tweak, sizeof tweak);
    return FIFTEEN_OK;
}

int fifteen_xts_encrypt(const fifteen_engine *e, const void *context, const void *tweak_context,
                        const uint8_t *unit, const uint8_t *in, uint8_t *out, size_t bytes) {
    return xts(e, context, 0, tweak_context, unit, in, out, bytes);
}

int fifteen_xts_decrypt(const fifteen_engine *e, const void *context, const void *tweak_context,
                        const uint8_t *unit, const uint8_t *in, uint8_t *out, size_t bytes) {
    return xts(e, context, 1, tweak_context, unit, in, out, bytes);
}
