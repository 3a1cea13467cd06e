# SPDX-License-Identifier: Apache-2.0
"""The paper's estimator and units (section 4.1, appendix), and where its tables put a figure."""

import statistics
from typing import NamedTuple

from fifteen import records

# operation: the appendix's table, and the quantity in published.csv
TABLES = {
    "encrypt": ("Encryption Speed", "encrypt"),
    "decrypt": ("Decryption Speed", "decrypt"),
    "keysetup-encrypt": ("Encryption Key Setup", "ekey"),
    "keysetup-decrypt": ("Decryption Key Setup", "dkey"),
}


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


def figure(record: records.Published) -> dict:
    """A run's figure, with the columns of published.csv: keys/s, or kbit/s of 1000 bits."""
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


def place(row: dict) -> tuple[str, str]:
    """(row, column) of a figure in the paper's table."""
    key_bits = 128 if row["cipher"] in ("des", "3des") else row["key_bits"]
    return f"{key_bits:.0f} bit key", row["cipher"]
