# SPDX-License-Identifier: Apache-2.0
"""A probe for tests of the gate: the null cipher, wrong in the way that an engine's name says.

toy_probe.py NAME[,NAME]... --out FILE
"""

import contextlib
import json
import os
import sys
import time

NAMES = sys.argv[1].split(",")
OUT = sys.argv[sys.argv.index("--out") + 1]


def listed() -> dict:
    """The answer to ``list``."""
    engine = {"cipher": "null", "library": "fifteen", "version": "1", "block_bytes": 16}
    key = {"key_bits_min": 128, "key_bits_max": 256, "key_bits_step": 64}
    engines = [{"engine": f"c/null/{n}", "name": n, **engine, **key} for n in NAMES]
    for engine in engines:
        if engine["name"] == "short-keys":
            engine["key_bits_max"] = 192
        if engine["name"] == "odd-keys":
            engine |= {"key_bits_min": 136, "key_bits_max": 136}
        if engine["name"] in ("tweaked", "half-deaf"):
            engine["tweak_bytes"] = 16
        if engine["name"] in ("picky", "pickier"):
            engine["library"] = "peer"
        if engine["name"] == "rest-of-a-batch":
            engine["batch"] = 64
    return {"engines": engines}


def wrong(data: bytes, at: int = 0) -> bytes:
    """One bit of the block that begins at ``at`` flipped, where there is one."""
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :] if at < len(data) else data


def tweaked(data: bytes, tweak: bytes) -> bytes:
    """Each block plus the tweak."""
    return bytes(x ^ tweak[i % 16] for i, x in enumerate(data))


def crypt(name: str, words: dict) -> dict:
    """The answer to ``crypt``."""
    key, data = bytes.fromhex(words["key"]), bytes.fromhex(words["data"])
    match name, words:
        case "crashes", _:
            os.abort()
        case "hangs", _:
            time.sleep(60)
        case "prints", _:
            with contextlib.suppress(OSError):
                for _ in range(64):
                    os.write(1, b"what?\n" * 10_000)
        case "refuses", _:
            return {"error": "it wrote outside its output"}
        case "bracketed", _:
            return {"error": "[/opt/x.so] failed [error 7]"}
        case "picky" | "picky-too", _ if len(set(key)) == 1:
            return {"error": "WeakKeyException: no"}
        case "pickier", _ if key[0] > 9:
            return {"error": "WeakKeyException: no"}
        case "shortens", _:
            data = data[:-1]
        case "constant", {"direction": "encrypt"}:
            data = wrong(data)
        case "one-way", {"direction": "decrypt"}:
            data = wrong(data)
        case "in-place", {"layout": "in-place"}:
            data = wrong(data)
        case "seventeenth-block", {"layout": "plain" | "in-place" | "unaligned"}:
            data = wrong(data, 16 * 16)
        case "rest-of-a-batch", {"layout": "unaligned"} if len(data) == 65 * 16:
            data = wrong(data, 64 * 16)
        case "all-ones", {"direction": "encrypt"} if not key.strip(b"\xff"):
            data = wrong(data)
        case "tweaked", {"tweak": tweak}:
            data = tweaked(data, bytes.fromhex(tweak))
        case "half-deaf", {"tweak": tweak}:
            data = tweaked(data, bytes.fromhex(tweak)[:8] + bytes(8))
        case "involution", _ if sum(map(int.bit_count, key)) > 1:
            data = bytes(x ^ 1 for x in data)  # there and back is right; the values are not
    return {"data": data.hex()}


def monte_carlo(name: str, words: dict) -> dict:
    """The answer to ``mct``: where 10,000 turns of the identity end, without taking them."""
    data, iv = bytes.fromhex(words["data"]), bytes.fromhex(words.get("iv", ""))
    both = bytes(x ^ y for x, y in zip(data, iv, strict=False))
    previous, last = {
        "ecb-encrypt": (data, data),
        "ecb-decrypt": (data, data),
        "cbc-encrypt": (iv, both),
        "cbc-decrypt": (data, both),
    }[words["mode"]]
    if name == "later":
        last = wrong(last)
    return {"previous": previous.hex(), "last": last.hex()}


with open(OUT, "a") as out:
    for number, line in enumerate(sys.stdin, 1):
        verb, *pairs = line.split()
        words = dict(pair.split("=", 1) for pair in pairs)
        name = words.get("engine", "").rpartition("/")[2]
        if name == "babbles":
            out.write("Segmentation fault?\n")
        elif verb == "list":
            out.write(json.dumps({"request": number, **listed()}) + "\n")
        else:
            answer = (crypt if verb == "crypt" else monte_carlo)(name, words)
            out.write(json.dumps({"request": number, **answer}) + "\n")
        out.flush()
