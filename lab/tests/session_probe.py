# SPDX-License-Identifier: Apache-2.0
"""A probe for tests of the runner: it answers at once, and misbehaves as an engine's name says."""

import json
import os
import sys
import time

NAMES = sys.argv[1].split(",")  # engines: c/null/NAME
OUT = sys.argv[sys.argv.index("--out") + 1]
CLOCK = os.environ.get("SESSION_PROBE_CLOCK")
asked = []  # the cells, in order
NARROW, WIDE = [7.0, 7.0, 14.0], [12.0, 12.1, 3.0]  # instructions a tick, medians 7 and 12


def listed() -> dict:
    """The answer to ``list``."""
    engine = {"cipher": "null", "library": "fifteen", "version": "1", "block_bytes": 16}
    key = {"key_bits_min": 128, "key_bits_max": 256, "key_bits_step": 64}
    return {
        "toolchain": {"name": "cc-1", "version": "1", "flags": []},
        "engines": [{"engine": f"c/null/{n}", "name": n, **engine, **key} for n in NAMES],
    }


def timed(words: dict) -> dict:
    """The answer to ``time``: known values, or the trouble that the engine is named for."""
    with open(os.environ.get("SESSION_PROBE_LOG", os.devnull), "a") as log:
        log.write(words["cell"] + "\n")
    match words["engine"].rpartition("/")[2]:
        case "crashes":
            os.abort()
        case "hangs":
            time.sleep(60)
        case "refuses":
            return {"error": "the output is wrong at call 10000"}
        case "lies":
            return {"calls": 1, "bytes": 16, "wall_ns": [-1.0]}
        case "babbles":
            return None
        case "unread":
            return {"calls": 4, "bytes": 64, "wall_ns": [5.0, 7.0]}
    asked.append(words["cell"])
    clock = [2.0, 3.0] if CLOCK == "moved" else [2.0, 2.01]
    shared = words["operation"] == CLOCK or CLOCK == "second" and len(asked) == 2
    return {
        "calls": 4, "bytes": 64, "wall_ns": [5.0, 7.0], "core_per_tick": clock, "empty_ns": 1,
        "issued_per_tick": NARROW if shared else WIDE, "waited_ns": int(words.get("width", 0)),
    }  # fmt: skip


with open(OUT, "a") as out:
    for number, line in enumerate(sys.stdin, 1):
        verb, *pairs = line.split()
        answer = listed() if verb == "list" else timed(dict(p.split("=", 1) for p in pairs))
        text = "what?" if answer is None else json.dumps({"request": number, **answer})
        out.write(text + "\n")
        out.flush()
