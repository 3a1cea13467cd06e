/* SPDX-License-Identifier: Apache-2.0
 * Botan 3 as a peer, beside Botan 2: what we call is the same in both. */
#include "botan.cpp"
