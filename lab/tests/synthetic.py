# SPDX-License-Identifier: Apache-2.0
"""A results folder that nobody measured: known costs, seeded noise, and every kind of mishap.

``write(folder)`` writes nine engines in C and in Java, six rounds; IDEA in C fails to verify, 3DES
in Java crashes in one cell, RC6 encryption in Java falls into two humps. In Java there are the
measures beside time a call, too. Run as a program it writes to the folder that it is given.
"""

import sys
from pathlib import Path

import numpy as np
from fifteen import records

TICK_HZ = 2.25e9
CORE_PER_TICK = 1.42
CORE_GHZ = TICK_HZ * CORE_PER_TICK / 1e9

# cipher: block bytes, key bits; C in core cycles: key set-up for encryption and decryption, one
# call's overhead, cycles a byte encrypting and decrypting; the same for Java in nanoseconds
CIPHERS = {
    "rijndael": (16, 128, (151, 422, 9, 9.52, 9.60), (110, 260, 6, 4.31, 4.74)),
    "mars": (16, 128, (2400, 2400, 8, 17.3, 17.6), (960, 960, 9, 8.6, 8.7)),
    "rc6": (16, 128, (790, 790, 6, 11.6, 10.3), (590, 590, 7, 4.2, 3.6)),
    "serpent": (16, 128, (780, 780, 14, 25.1, 24.2), (290, 290, 12, 11.3, 11.9)),
    "twofish": (16, 128, (2537, 2537, 11, 11.65, 12.4), (1350, 1350, 9, 5.9, 6.3)),
    "des": (8, 64, (295, 295, 5, 20.2, 20.2), (140, 140, 6, 12.4, 12.4)),
    "3des": (8, 192, (867, 867, 7, 54.9, 55.0), (410, 410, 9, 33.0, 33.1)),
    "idea": (8, 128, (210, 1009, 4, 20.1, 20.1), (80, 450, 6, 9.4, 9.4)),
    "null": (16, 128, (6, 6, 5, 0.06, 0.06), (4, 4, 5, 0.05, 0.05)),
}
LONGER = ("rijndael", "mars", "rc6", "serpent", "twofish")  # have keys of 256 bits too
BLOCKS = (1, 16, 128, 1024, 32768)
TOOLCHAINS = {
    "c": records.Toolchain(
        name="gcc-12.2.0",
        language="c",
        version="gcc (Debian 12.2.0-14+deb12u1) 12.2.0",
        flags=["-O3"],
    ),
    "java": records.Toolchain(
        name="openjdk-17.0.15",
        language="java",
        version="OpenJDK 64-Bit Server VM Temurin-17.0.15+6 (build 17.0.15+6, mixed mode)",
        flags=["-XX:+UseSerialGC", "-Xmx512m"],
    ),
}
MACHINE = {
    "architecture": "x86_64",
    "cpu_model_name": "Example 7003 Processor",
    "platform": "Linux-6.1-x86_64-with-glibc2.36",
    "cpu_count": 2,
    "cpu_features": ["aes", "avx2", "ssse3"],
    "smt_active": True,
    "turbo": None,
    "governor": None,
    "hypervisor": "kvm",
    "memory_bytes": 8_327_131_136,
    "operating_system": "Debian GNU/Linux 12 (bookworm)",
}
BINARIES = {language: records.name("binary", language) * 2 for language in TOOLCHAINS}
UNPROVEN = "c/idea/portable"
CRASHES = "java/3des/portable::decrypt"
TWO_HUMPED = "java/rc6/portable::encrypt"


def write(folder: Path, rounds: int = 6, seed: int = 15) -> Path:
    """Write a whole session and return its folder."""
    random = np.random.default_rng(seed)
    engines = [f"{language}/{cipher}/portable" for language in TOOLCHAINS for cipher in CIPHERS]
    cells = [_name(e, *work) for e in engines for work in _operations(e)]
    for part in ("runs", "verified", "machines"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    _lines(folder / "session.json", records.Session(
        schema=records.SCHEMA, session="synthetic", started="2026-11-21T09:00:00Z", seed=seed,
        rounds=rounds, cells=cells, command=["evaluate"],
    ))  # fmt: skip
    _lines(folder / "machines" / "example.json", records.Machine(
        schema=records.SCHEMA, machine="example", facts=MACHINE
    ))  # fmt: skip
    for language, binary in BINARIES.items():
        checked = [_verification(e, binary) for e in engines if e.startswith(f"{language}/")]
        _lines(folder / "verified" / f"{binary}.jsonl", *checked)
    for round_ in range(1, rounds + 1):
        for engine in engines:
            _run(folder, engine, round_, random)
            if engine.startswith("java/"):
                _measures(folder, engine, round_)
            elif engine != UNPROVEN:
                _native(folder, engine, round_)
    return folder


def _operations(engine: str) -> list[tuple[int, str, int]]:
    """Key bits, operation, blocks; the candidates in C have a second key size."""
    language, cipher, _ = engine.split("/")
    blocks = BLOCKS if language == "c" else (1, 1024, 4096)
    new_keys = [("rekey-1-encrypt", (0,))] if language == "java" else []
    second = [(256, (1024,))] if language == "c" and cipher in LONGER else []
    return [
        (key_bits, operation, n)
        for key_bits, counts in [(CIPHERS[cipher][1], blocks), *second]
        for operation, of_one in (
            ("keysetup-encrypt", (0,)), ("keysetup-decrypt", (0,)),
            ("encrypt", counts), ("decrypt", counts), *new_keys,
        )
        for n in of_one
    ]  # fmt: skip


def _name(engine: str, key_bits: int, operation: str, blocks: int) -> str:
    language = engine.partition("/")[0]
    size = f"{key_bits}-bit" + (f":{blocks}-blocks" if blocks else "")
    return f"{engine}::{operation}[{size}]@{TOOLCHAINS[language].name}"


def _verification(engine: str, binary: str) -> records.Verification:
    bad = engine == UNPROVEN
    return records.Verification(
        schema=records.SCHEMA, engine=engine, binary=binary, passed=not bad,
        verified="2026-11-21T08:59:00Z",
        checks={"known answers": 612, "Monte Carlo": 1200, "C against Java": 20_000,
                "round trips": 4096, "layouts": 768},
        reason="known answer: key 00…00 plaintext 80…00 expected 49afbfad got 49afbfae"
        if bad else None,
    )  # fmt: skip


def _run(folder: Path, engine: str, round_: int, random: np.random.Generator) -> None:
    language, cipher, _ = engine.split("/")
    run = records.name(engine, round_)
    drift = random.normal(1, 0.004)  # what all the cells of a run share
    lines = [records.Run(
        schema=records.SCHEMA, run=run, session="synthetic", round=round_, engine=engine,
        toolchain=TOOLCHAINS[language], binary=BINARIES[language], machine="example",
        seed=int(random.integers(1 << 32)), load=round(float(random.uniform(0, 0.5)), 2),
        started=f"2026-11-21T09:{round_:02}:00Z",
    )]  # fmt: skip
    for key_bits, operation, blocks in _operations(engine):
        what = {
            "cell": _name(engine, key_bits, operation, blocks), "engine": engine, "cipher": cipher,
            "operation": operation, "key_bits": key_bits, "blocks": blocks,
        }  # fmt: skip
        if engine == UNPROVEN:
            lines.append(
                records.Failure(
                    **what, stage="verify", reason="not timed: the engine did not verify"
                )
            )
        elif what["cell"].startswith(CRASHES) and blocks == 4096:
            lines.append(records.Failure(
                **what, stage="crash", reason="the probe died of SIGSEGV"))  # fmt: skip
        else:
            lines.append(_cell(what, language, round_, drift, random))
    lines.append(records.End(cells=len(lines) - 1, finished=f"2026-11-21T09:{round_:02}:40Z"))
    _lines(folder / "runs" / f"{run}.jsonl", *lines)


# Java: milliseconds to main, load, make, init, first block, second block
FIRST_USE = (80.0, 14.0, 1.0, 2.0, 0.1, 0.01)
ALLOCATED = 192  # bytes that each call leaves
# bytes: instance and tables; allocated by load, make, init, first block, second block
MEMORY, HEAP = (600, 4112), (900_000, 20_944, 1_800, 480, 32)
NULL_HEAP = (900_000, 32, 592, 0, 0)
CLASSES = {"Engine": 6000, "Engine$Table": 500, "Bytes": 900, "KeyedEngine": 2000}


def _measures(folder: Path, engine: str, round_: int) -> None:
    """One engine's measures of a round; what comes out the same is in the first alone."""
    cipher = engine.split("/")[1]
    run = records.name("measures", engine, round_)
    lines = [records.Run(
        schema=records.SCHEMA, run=run, session="synthetic", round=round_,
        toolchain=TOOLCHAINS["java"], binary=BINARIES["java"], machine="example", seed=1,
        started=f"2026-11-21T09:{round_:02}:50Z",
    )]  # fmt: skip

    def what(verb: str) -> dict:
        key_bits = 0 if verb == "class-bytes" else CIPHERS[cipher][1]
        where = f"[{key_bits}-bit]" if key_bits else ""
        return {
            "cell": f"{engine}::{verb}{where}@{TOOLCHAINS['java'].name}", "engine": engine,
            "cipher": cipher, "operation": verb, "key_bits": key_bits,
        }  # fmt: skip

    slower = 1 + round_ / 100
    start, *steps = (round(1e6 * ms * slower) for ms in FIRST_USE)
    names = ("load_ns", "make_ns", "init_ns", "first_block_ns", "second_block_ns")
    lines.append(records.FirstUse(
        **what("first-use"), wall_ns=start + sum(steps) + 9_000_000, jvm_start_ns=start,
        **dict(zip(names, steps, strict=True)),
    ))  # fmt: skip
    calls = [1, 2, 3, 4, 6, 8, 11, 14, 18][: 8 + round_ % 2]
    lines.append(records.WarmUp(
        **what("warm-up"), call_bytes=1024, calls=calls,
        call_ns=[1e6 * slower / n for n in calls],
    ))  # fmt: skip
    if round_ == 1:
        heap = NULL_HEAP if cipher == "null" else HEAP
        names = [name.replace("_ns", "_bytes") for name in names]
        own = {name.replace("Engine", cipher, 1): size for name, size in CLASSES.items()
               if name.startswith("Engine")}  # fmt: skip
        shared = {name: size for name, size in CLASSES.items() if not name.startswith("Engine")}
        lines += [
            records.Memory(
                **what("memory"), instance_bytes=MEMORY[0], tables_bytes=MEMORY[1],
                sizes="by the JVM"),
            records.Heap(**what("heap"), **dict(zip(names, heap, strict=True))),
            records.ClassBytes(**what("class-bytes"), engine_class=cipher, classes=own | shared),
        ]  # fmt: skip
    lines.append(records.End(cells=len(lines) - 1, finished=f"2026-11-21T09:{round_:02}:59Z"))
    _lines(folder / "runs" / f"{run}.jsonl", *lines)


UNDER = (1, 4, 16, 64, 256)  # in C: blocks under each new key
CHAINED = 1.5  # times a call's cost where it needs the last
MODES = {"ctr": 1.05, "cbc-decrypt": 1.02, "xts-encrypt": 1.1}  # times ECB's; XTS of 16 bytes alone
COUNTER_ERROR = "No such file or directory"
CODE = {"serpent.c: encrypt": 4000, "bytes.c: wipe": 50}  # a part of its own, and a shared one
TABLES = {"tables.c: S": 1024}
STACK = (76, 1128, 128)  # set_key, encrypt, decrypt
INSTRUCTIONS = {"1": 700, "16": 10_000, "128": 80_000}


def _native(folder: Path, engine: str, round_: int) -> None:
    """One C engine's new keys, latency, modes and measures of a round, without noise."""
    cipher = engine.split("/")[1]
    block_bytes, key_bits, (setup, _, overhead, byte, back), _ = CIPHERS[cipher]
    call = overhead + byte * block_bytes
    slower = 1 + round_ / 1000
    run = records.name("native", engine, round_)
    lines = [records.Run(
        schema=records.SCHEMA, run=run, session="synthetic", round=round_, engine=engine,
        toolchain=TOOLCHAINS["c"], binary=BINARIES["c"], machine="example", seed=1,
        started=f"2026-11-21T09:{round_:02}:55Z",
    )]  # fmt: skip
    work = [(f"rekey-{n}-encrypt", 0, setup + overhead + n * byte * block_bytes) for n in UNDER]
    work += [("latency-encrypt", 1, CHAINED * call)]
    for mode, times in MODES.items():
        if block_bytes == 16 or not mode.startswith("xts"):
            each = 1024 * block_bytes * (back if mode.endswith("decrypt") else byte)
            work.append((mode, 1024, times * (overhead + each)))
    for operation, blocks, cost in work:
        lines.append(records.Cell(
            cell=_name(engine, key_bits, operation, blocks), engine=engine, cipher=cipher,
            operation=operation, key_bits=key_bits, blocks=blocks, block_bytes=block_bytes,
            calls=16, bytes=16 * blocks * block_bytes,
            wall_ns=[16 * cost * slower / CORE_GHZ], counter_error=COUNTER_ERROR,
            ticks=[round(16 * cost * slower / CORE_PER_TICK)], tick_hz=TICK_HZ,
            core_per_tick=[CORE_PER_TICK, CORE_PER_TICK], empty_ticks=40.0, empty_ns=18.0,
        ))  # fmt: skip

    def what(verb: str, size: int) -> dict:
        where = f"[{size}-bit]" if size else ""
        return {
            "cell": f"{engine}::{verb}{where}@{TOOLCHAINS['c'].name}", "engine": engine,
            "cipher": cipher, "operation": verb, "key_bits": size,
        }  # fmt: skip

    if round_ == 1:
        own = {name.replace("serpent", cipher): size for name, size in CODE.items()}
        depths = dict(zip(("set_key_bytes", "encrypt_bytes", "decrypt_bytes"), STACK, strict=True))
        lines += [
            records.CodeBytes(**what("code-bytes", 0), file=f"{cipher}.c", code=own, tables=TABLES),
            records.Stack(**what("stack", key_bits), context_bytes=484, **depths),
            records.Source(
                **what("source", 0), file=f"{cipher}.c", methods=12, lines=200, size=9.5,
                cyclomatic_case=2.5, cyclomatic=2.25, volume=6e3, difficulty=100.0, effort=6e5,
            ),
            records.Instructions(
                **what("instructions", key_bits), keysetup_encrypt=843, keysetup_decrypt=1621,
                encrypt=INSTRUCTIONS, decrypt=INSTRUCTIONS,
            ),
        ]  # fmt: skip
    lines.append(records.End(cells=len(lines) - 1, finished=f"2026-11-21T09:{round_:02}:59Z"))
    _lines(folder / "runs" / f"{run}.jsonl", *lines)


def _cell(
    what: dict, language: str, round_: int, drift: float, random: np.random.Generator
) -> records.Cell:
    block_bytes, _, c, java = CIPHERS[what["cipher"]]
    blocks, cost = what["blocks"], dict(zip(
        ("keysetup-encrypt", "keysetup-decrypt", "overhead", "encrypt", "decrypt"),
        c if language == "c" else java, strict=True,
    ))  # fmt: skip
    if what["operation"] == "rekey-1-encrypt":
        one = cost["keysetup-encrypt"] + cost["overhead"] + cost["encrypt"] * block_bytes
    else:
        one = cost[what["operation"]]
    if blocks:
        one = one * block_bytes * blocks + cost["overhead"]
    calls = max(1, 16384 // (block_bytes * blocks)) if blocks else 64
    noise = 1 + np.abs(random.normal(0, 0.003, 12))
    if what["cell"].startswith(TWO_HUMPED) and round_ % 2:
        noise *= 1.4
    whole = one * calls * drift * noise  # of each iteration: cycles in C, nanoseconds in Java
    wall = whole / CORE_GHZ if language == "c" else whole * 1.004
    own = (
        {
            "ticks": [round(x) for x in whole / CORE_PER_TICK],
            "tick_hz": TICK_HZ,
            "core_per_tick": [CORE_PER_TICK, CORE_PER_TICK],
            "empty_ticks": 40.0,
            "empty_ns": 18.0,
        }
        if language == "c"
        else {
            "cpu_ns": [round(x) for x in whole],
            "empty_ns": 25.0,
            "allocated_bytes": [float(ALLOCATED * calls)] * 12,
        }
    )
    return records.Cell(
        **what, **own, block_bytes=block_bytes, calls=calls, bytes=calls * blocks * block_bytes,
        wall_ns=[round(x) for x in wall],
    )  # fmt: skip


def _lines(path: Path, *lines: records.Record) -> None:
    path.write_bytes(b"".join(map(records.encode, lines)))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
