/* SPDX-License-Identifier: Apache-2.0
 * What is the same in every peer: the descriptor of an engine whose functions
 * are the static members of a class, Peer, and whose context is Peer::Context. */
#ifndef FIFTEEN_PEER_HPP
#define FIFTEEN_PEER_HPP

#include "bytes.h"

struct KeyBits {
    unsigned min, max, step;
};

template <class Peer>
fifteen_engine describe(const char *cipher, unsigned block_bytes, KeyBits key_bits,
                        const char *name = "scalar") {
    fifteen_engine e = {};
    e.cipher = cipher;
    e.name = name;
    e.needs = "";
    e.block_bytes = block_bytes;
    e.key_bits.min = key_bits.min;
    e.key_bits.max = key_bits.max;
    e.key_bits.step = key_bits.step;
    e.batch = 1;
    e.context_bytes = sizeof(typename Peer::Context);
    e.context_align = alignof(typename Peer::Context);
    e.set_key = Peer::set_key;
    e.encrypt = Peer::encrypt;
    e.decrypt = Peer::decrypt;
    e.wipe = Peer::wipe;
    return e;
}

/* The list of a plug-in: it points to those of `engines` that have a cipher, which outlive it. */
template <size_t count>
struct EngineList {
    const fifteen_engine *entries[count + 1] = {};
    explicit EngineList(const fifteen_engine (&engines)[count]) {
        size_t n = 0;
        for (const fifteen_engine &engine : engines)
            if (engine.cipher != nullptr) entries[n++] = &engine;
    }
};

#endif
