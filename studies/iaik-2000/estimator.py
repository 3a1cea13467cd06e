# SPDX-License-Identifier: Apache-2.0
"""The paper's estimator and units (section 4.1, appendix), and where its tables put a figure."""

import functools
import statistics
from typing import NamedTuple

import pandas as pd
from fifteen import complexity, manifest, records, studies
from fifteen.comparison import PAPER
from fifteen.errors import Mistake

# operation: the appendix's table, and the quantity in published.csv
TABLES = {
    "encrypt": ("Encryption Speed", "encrypt"),
    "decrypt": ("Decryption Speed", "decrypt"),
    "keysetup-encrypt": ("Encryption Key Setup", "ekey"),
    "keysetup-decrypt": ("Decryption Key Setup", "dkey"),
}
SIZES = {
    "class-file": "Class File Size",
    "process-memory": "Per process memory",
    "instance-memory": "Per instance memory",
}
GRADES, BESIDE_C, IN_C = "Section 5", "Java against C", "C"
# What stands beside the grades: a column of complexity.of_engines, its name and unit.
COMPLEXITY = {
    "effort": ("Halstead's effort", "decisions"),
    "cyclomatic_case": ("cyclomatic, with case", "a method"),
    "lines": ("lines", "lines"),
}

NIST = "nist-c-2000"
PLATFORM, MHZ = "200 MHz Pentium Pro", 200  # of both papers
BLOCK_BITS = 128


class Estimate(NamedTuple):
    """What the paper computes of its measurements."""

    median: float
    standard_deviation: float
    mean: float  # of what lies within three standard deviations of the mean: what it reports


def estimate(values: list[float]) -> Estimate:
    """Section 4.1.1. "Within three standard deviations": we take them from the mean."""
    middle = statistics.fmean(values)
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    kept = [value for value in values if abs(value - middle) <= 3 * spread]
    return Estimate(statistics.median(values), spread, statistics.fmean(kept))


# ---- Figures of records ----


def figure(record: records.Published | records.Measure) -> dict | list[dict]:
    """A run's figures: keys/s, kbit/s of 1000 bits, or bytes."""
    if isinstance(record, records.ClassBytes):
        return _size(record.cipher, "class-file", sum(record.classes.values()))
    if isinstance(record, records.Memory):
        return _memory(record)
    in_c = record.engine.startswith("c/")
    return _in_c(record) if in_c else _in_java(record)


def _in_java(record: records.Published) -> dict:
    found = estimate(record.values)
    table, quantity = TABLES[record.operation]
    done = 8 * record.bytes / 1000 if record.bytes else record.calls
    value = done / (found.mean * 1e-9)
    return {
        "table": table,
        "series": "nanoTime()",
        "cipher": record.cipher,
        "key_bits": record.key_bits,
        "quantity": quantity,
        "blocks": record.blocks,
        "value": value,
        "median": done / (found.median * 1e-9),
        "standard_deviation": value * found.standard_deviation / found.mean,
        "unit": "kbit/s" if record.bytes else "keys/s",
    }


def _in_c(record: records.Published) -> dict:
    """NIST's own figure, which its study makes."""
    return studies.estimator(NIST).figure(record) | {"table": IN_C, "blocks": 1}


def _memory(record: records.Memory) -> list[dict]:
    """At the longest key, for which the paper's instances have room too."""
    if record.key_bits != max(manifest.load()[record.cipher].key_bits):
        return []
    process = _size(record.cipher, "process-memory", record.tables_bytes)
    return [process, _size(record.cipher, "instance-memory", record.instance_bytes)]


def _size(cipher: str, quantity: str, size: int) -> dict:
    where = {"table": "Table 1", "series": "counted", "cipher": cipher, "key_bits": 0, "blocks": 0}
    return where | {"quantity": quantity, "value": float(size), "unit": "bytes"}


# ---- Figures of other figures ----


@functools.cache
def counted() -> pd.DataFrame:
    """The complexity of our engines; nothing where there is no JDK to count it with."""
    try:
        found = complexity.of_engines().set_index("engine")
    except Mistake:
        return pd.DataFrame()
    wanted = [e for e in studies.load("iaik-2000").engines if e in found.index]
    return pd.DataFrame(
        {
            "table": GRADES,
            "series": series,
            "cipher": found["cipher"][engine],
            "key_bits": 0,
            "quantity": "difficulty",
            "blocks": 0,
            "value": float(found[column][engine]),
            "unit": unit,
        }
        for column, (series, unit) in COMPLEXITY.items()
        for engine in wanted
    )


def derived(frame: pd.DataFrame) -> pd.DataFrame:
    """How many times Java's speed C's is, by cipher and key size: the fastest of all compilers."""
    java = frame[frame["table"] == "Encryption Speed"]
    c = frame[frame["table"] == IN_C]
    if PAPER in set(frame["series"]):
        c = published_c()
    if c.empty:
        return java.iloc[:0]
    speeds = c.groupby(["cipher", "key_bits"])["value"].max()
    java = java[java.set_index(["cipher", "key_bits"]).index.isin(speeds.index)]
    both = speeds.loc[list(zip(java["cipher"], java["key_bits"], strict=True))].to_numpy()
    ratios = java.drop(columns=["printed", "least", "most"], errors="ignore")
    return ratios.assign(table=BESIDE_C, value=both / java["value"], unit="times")


def published_c() -> pd.DataFrame:
    """The fastest encryption of NIST's tests on that machine, of all compilers, in kbit/s."""
    frame = studies.published(NIST)
    frame = frame[(frame["platform"] == PLATFORM) & (frame["quantity"] == "encrypt")]
    speed = frame["value"].where(frame["unit"] == "kbit/s", MHZ * 1e3 * BLOCK_BITS / frame["value"])
    frame = frame.assign(value=speed)
    return frame.groupby(["cipher", "key_bits"])["value"].max().reset_index()


# ---- Layout ----


def place(figure: dict) -> tuple[str, str]:
    """(row, column) of a figure in the paper's table."""
    if figure["table"] == "Table 1":
        return SIZES[figure["quantity"]], figure["cipher"]
    if figure["table"] == GRADES:
        return "Implementation difficulty", figure["cipher"]
    key_bits = 128 if figure["cipher"] in ("des", "3des") else figure["key_bits"]
    return f"{key_bits:.0f} bit key", figure["cipher"]
