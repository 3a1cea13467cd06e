# SPDX-License-Identifier: Apache-2.0
"""The paper's estimator and units (sections 3.1, 3.2 and 5), and where its tables put a figure."""

import statistics
from typing import NamedTuple

from fifteen import records

QUANTITIES = {
    "keysetup-encrypt": "ekey",
    "keysetup-decrypt": "dkey",
    "encrypt": "encrypt",
    "decrypt": "decrypt",
}
HEADINGS = {"ekey": "Ekey", "dkey": "Dkey", "encrypt": "Enc", "decrypt": "Dec"}


class Estimate(NamedTuple):
    """What the paper computes of its sets."""

    median: float
    standard_deviation: float
    mean: float  # of what lies within three standard deviations of the median: what it reports


def estimate(values: list[float]) -> Estimate:
    """Section 3.1."""
    median = statistics.median(values)
    spread = statistics.stdev(values) if len(values) > 1 else 0.0
    kept = [value for value in values if abs(value - median) <= 3 * spread]
    return Estimate(median, spread, statistics.fmean(kept))


def figure(record: records.Published) -> dict:
    """A run's figure with the columns of published.csv, and which loop it is of."""
    found = estimate(record.values)
    row = {
        "cipher": record.cipher,
        "key_bits": record.key_bits,
        "quantity": QUANTITIES[record.operation],
        "blocks": record.blocks,
    }
    return row | (_cycles if record.procedure == "nist-cycles" else _rate)(record, found)


def _cycles(record: records.Published, found: Estimate) -> dict:
    """Core cycles, a block where there are blocks: ticks where their ratio is not known."""
    empty = statistics.median(record.empty_values or [0.0])
    ratio = statistics.fmean(record.core_per_tick) if record.core_per_tick else 1.0
    a_tick = ratio / max(record.blocks, 1)
    return {
        "table": "4 shifts" if record.engine.endswith("/shifts") else "5.1 cycles",
        "series": str(record.words["serialise"]).upper(),
        "value": (found.mean - empty) * a_tick,
        "median": (found.median - empty) * a_tick,
        "standard_deviation": found.standard_deviation * a_tick,
        "unit": "cycles/block" if record.blocks else "cycles",
    }


def _rate(record: records.Published, found: Estimate) -> dict:
    """Keys/sec, or Kbits/sec of 1000 bits."""
    done = 8 * record.bytes / 1000 if record.bytes else record.calls
    done *= record.clocks_per_second or 1.0
    value = done / found.mean if found.mean else float("nan")
    return {
        "table": "5.2 timing",
        "series": "clock()",
        "value": value,
        "median": done / found.median if found.median else float("nan"),
        "standard_deviation": value * found.standard_deviation / (found.mean or 1.0),
        "unit": "kbit/s" if record.bytes else "keys/s",
    }


def place(row: dict) -> tuple[str, str]:
    """(row, column) of a figure in the paper's table."""
    heading = HEADINGS[row["quantity"]]
    if row["table"] == "5.1 cycles" and row["blocks"]:
        heading = f"{row['blocks']:.0f} {heading}"
    return f"{row['cipher'].upper()}-{row['key_bits']:.0f}", heading
