/* SPDX-License-Identifier: Apache-2.0
 * CBC and CTR (NIST SP 800-38A) over any engine, XTS (IEEE 1619, NIST SP 800-38E) over
 * any of blocks of 128 bits; or the engine's own where a mode is fused with its cipher.
 *
 * The chain is what links a block to those before it: the last ciphertext, the
 * next counter, the next tweak. Where blocks don't wait for one another many go
 * to the engine in one call, by way of a buffer on the stack, which is erased where it
 * holds a secret.
 */
#include "mode_tools.h"

/* The buffer holds the largest batch of an engine. Behind it there is room for the rest of a
 * register; its place doesn't hang on the caller's stack, as a register across two cache lines
 * takes longer. */
enum { MAX_BLOCK = 32, BUFFER = LARGEST_BATCH, ROOM = 64, XTS_MAX = XTS_BLOCK << 20 };
#define BUFFERED _Alignas(64) uint8_t

static size_t smaller(size_t a, size_t b) { return a < b ? a : b; }

/* Blocks to give to the engine in one call. The processor does what is before and after the calls
 * while it waits in them: they are short, but whole batches, of three or six blocks, too; and all
 * but the last whole sixteens, for the tweaks below. */
static size_t at_once(const fifteen_engine *e, size_t blocks) {
    const size_t most = smaller(48 * (((size_t)e->batch + 15) / 16), BUFFER / e->block_bytes);
    return smaller(blocks, most);
}

/* ---- What many blocks are made of ---- */

/* out = a ^ b; out may be a or b. 32 bytes are loaded before any is stored, so that they may go
 * through wide registers all the same. */
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

/* Counters that differ in their last 64 bits alone, which are `low` and so on. */
static void write_counters(uint8_t *out, const uint8_t *counter, size_t size, uint64_t low,
                           size_t n) {
    for (; n > 0; n--, out += size, low++) {
        for (size_t b = 0; b < size - 8; b += 8) memcpy(out + b, counter + b, 8);
        store64_be(out + size - 8, low);
    }
}

/* The next n tweaks of XTS, one behind the other: each is the one before times the generator of
 * GF(2^128), its first byte the least. */
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

/* Takes n tweaks and adds them to blocks, on the way in. */
static void whiten(uint8_t *next, uint8_t *tweaks, const uint8_t *in, uint8_t *out, size_t n) {
    take_tweaks(next, tweaks, n);
    xor_bytes(out, in, tweaks, n * XTS_BLOCK);
}

static void one_is_enough(uint8_t *next) { (void)next; }

const mode_tools fifteen_modes_words = {xor_bytes, write_counters, one_is_enough, whiten};

/* The wide ones pay from some blocks on. What the processor has is asked once, as that takes as
 * long as many blocks. Intel's processors before avx512vbmi lower their clock for an instruction
 * of 512 bits and for half a millisecond after it, the engine's with it. */
static const mode_tools *tools_for(size_t blocks) {
#if FIFTEEN_X86
    static const mode_tools *kept; /* threads that come together find the same */
    if (blocks < 32) return &fifteen_modes_words;
    const mode_tools *found = __atomic_load_n(&kept, __ATOMIC_RELAXED);
    if (found == NULL) {
        found = &fifteen_modes_words;
        if (fifteen_cpu_has("avx2")) found = &fifteen_modes_avx2;
#if FIFTEEN_AVX512
        if (fifteen_cpu_has("avx512f avx512bw avx512vbmi avx2")) found = &fifteen_modes_avx512;
#endif
        __atomic_store_n(&kept, found, __ATOMIC_RELAXED);
    }
    return found;
#else
    (void)blocks;
    return &fifteen_modes_words;
#endif
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

void fifteen_cbc_decrypt_over(const fifteen_engine *e, const void *context, uint8_t *iv,
                              const uint8_t *in, uint8_t *out, size_t blocks) {
    BUFFERED kept[ROOM + BUFFER]; /* from ROOM on what out overwrites, else a register's input */
    const size_t size = e->block_bytes, most = at_once(e, blocks);
    uint8_t *const before = kept + ROOM - size;
    const mode_tools *by = tools_for(blocks);
    for (size_t n, bytes; blocks > 0; blocks -= n, in += bytes, out += bytes) {
        n = smaller(blocks, most);
        bytes = n * size;
        memcpy(before, iv, size);
        const size_t first = in == out ? bytes : smaller(bytes, ROOM);
        memcpy(kept + ROOM, in, first);
        memcpy(iv, in + bytes - size, size);
        e->decrypt(context, in, out, n);
        by->xor_bytes(out, out, before, first);
        by->xor_bytes(out + first, out + first, in + first - size, bytes - first);
    }
}

void fifteen_cbc_decrypt(const fifteen_engine *e, const void *context, uint8_t *iv,
                         const uint8_t *in, uint8_t *out, size_t blocks) {
    if (e->modes != NULL && e->modes->cbc_decrypt != NULL)
        e->modes->cbc_decrypt(context, iv, in, out, blocks);
    else
        fifteen_cbc_decrypt_over(e, context, iv, in, out, blocks);
}

/* ---- CTR ---- */

/* Adds 1 to the big-endian number of `size` bytes; it wraps around. */
static void carry(uint8_t *number, size_t size) {
    while (size > 0 && ++number[size - 1] == 0) size--;
}

/* The counter of block n, from that of block 0: in words, as whoever counts has just written them,
 * since a wider load would wait for that. The last two words may overlap. */
static void start_counter(uint8_t *counter, const uint8_t *iv, size_t size, uint64_t n) {
    const size_t last = size - 8;
    for (size_t b = 0; b < smaller(last, MAX_BLOCK - 8); b += 8) memcpy(counter + b, iv + b, 8);
    const uint64_t low = load64_be(iv + last) + n;
    if (low < n) carry(counter, last);
    store64_be(counter + last, low);
}

/* The next n counters, one behind the other: from one carry to the next. */
static void take_counters(const mode_tools *by, uint8_t *counter, size_t size, uint8_t *out,
                          size_t n) {
    const size_t last = size - 8;
    for (size_t run; n > 0; n -= run, out += run * size) {
        const uint64_t low = load64_be(counter + last), until_carry = 0 - low;
        run = low == 0 || n < until_carry ? n : (size_t)until_carry;
        by->write_counters(out, counter, size, low, run);
        store64_be(counter + last, low + run);
        if (low != 0 && run == until_carry) carry(counter, last);
    }
}

void fifteen_ctr_over(const fifteen_engine *e, const void *context, uint8_t *counter,
                      const uint8_t *in, uint8_t *out, size_t blocks) {
    BUFFERED stream[BUFFER + ROOM];
    const size_t size = e->block_bytes, most = at_once(e, blocks);
    const mode_tools *by = tools_for(blocks);
    for (size_t n; blocks > 0; blocks -= n, in += n * size, out += n * size) {
        n = smaller(blocks, most);
        take_counters(by, counter, size, stream, n);
        e->encrypt(context, stream, stream, n);
        by->xor_bytes(out, in, stream, n * size);
    }
    wipe_bytes(stream, most * size);
}

static void ctr_blocks(const fifteen_engine *e, const void *context, uint8_t *counter,
                       const uint8_t *in, uint8_t *out, size_t blocks) {
    if (e->modes != NULL && e->modes->ctr != NULL)
        e->modes->ctr(context, counter, in, out, blocks);
    else
        fifteen_ctr_over(e, context, counter, in, out, blocks);
}

/* `bytes` of one block, the first of them at `skip`. */
static void ctr_part(const fifteen_engine *e, const void *context, uint8_t *counter, size_t skip,
                     const uint8_t *in, uint8_t *out, size_t bytes) {
    uint8_t block[MAX_BLOCK] = {0};
    memcpy(block + skip, in, bytes);
    ctr_blocks(e, context, counter, block, block, 1);
    memcpy(out, block + skip, bytes);
    wipe_bytes(block, sizeof block);
}

/* The whole blocks in so many bytes: of the usual size without a division. */
static uint64_t whole_blocks(uint64_t bytes, size_t size) {
    return size == 16 ? bytes / 16 : bytes / size;
}

void fifteen_ctr(const fifteen_engine *e, const void *context, const uint8_t *iv, uint64_t position,
                 const uint8_t *in, uint8_t *out, size_t bytes) {
    const size_t size = e->block_bytes;
    const uint64_t first = whole_blocks(position, size);
    const size_t skip = (size_t)(position - first * size);
    uint8_t counter[MAX_BLOCK];
    start_counter(counter, iv, size, first);
    if (skip > 0 && bytes > 0) {
        const size_t head = smaller(size - skip, bytes);
        ctr_part(e, context, counter, skip, in, out, head);
        in += head, out += head, bytes -= head;
    }
    const size_t blocks = (size_t)whole_blocks(bytes, size), whole = blocks * size;
    ctr_blocks(e, context, counter, in, out, blocks);
    if (bytes > whole) ctr_part(e, context, counter, 0, in + whole, out + whole, bytes - whole);
}

/* ---- XTS ---- */

void fifteen_xts_over(const fifteen_engine *e, const void *context, int decrypting, uint8_t *tweak,
                      const uint8_t *in, uint8_t *out, size_t blocks) {
    BUFFERED tweaks[BUFFER], next[READY * XTS_BLOCK];
    const size_t most = at_once(e, blocks);
    const mode_tools *by = tools_for(blocks);
    memcpy(next, tweak, XTS_BLOCK);
    by->prepare(next);
    for (size_t n, bytes; blocks > 0; blocks -= n, in += bytes, out += bytes) {
        n = smaller(blocks, most);
        bytes = n * XTS_BLOCK;
        by->whiten(next, tweaks, in, out, n);
        (decrypting ? e->decrypt : e->encrypt)(context, out, out, n);
        by->xor_bytes(out, out, tweaks, bytes);
    }
    memcpy(tweak, next, XTS_BLOCK);
    wipe_bytes(next, sizeof next);
    wipe_bytes(tweaks, most * XTS_BLOCK);
}

static void xts_blocks(const fifteen_engine *e, const void *context, int decrypting, uint8_t *tweak,
                       const uint8_t *in, uint8_t *out, size_t blocks) {
    fifteen_fused *fused = NULL;
    if (e->modes != NULL) fused = decrypting ? e->modes->xts_decrypt : e->modes->xts_encrypt;
    if (fused != NULL)
        fused(context, tweak, in, out, blocks);
    else
        fifteen_xts_over(e, context, decrypting, tweak, in, out, blocks);
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
        xor_bytes(last, last, tweaks[turn ^ decrypting], XTS_BLOCK);
        (decrypting ? e->decrypt : e->encrypt)(context, last, last, 1);
        xor_bytes(last, last, tweaks[turn ^ decrypting], XTS_BLOCK);
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
