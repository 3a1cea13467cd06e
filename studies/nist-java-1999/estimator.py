# SPDX-License-Identifier: Apache-2.0
"""The report's units and classes (sections 4.2 to 4.5), and where its tables put a figure."""

from typing import NamedTuple

import pandas as pd

from fifteen import records, statistics

RAW = "Appendix A"
CHARTS = {"keysetup": "Chart 3", "encrypt": "Chart 4", "decrypt": "Chart 5"}
HIGHEST = "4.5 highest"
NO_JIT, JIT = "no JIT", "JIT"


class Classes(NamedTuple):
    """What the report divides into three groups, the group of the largest figures first."""

    table: str
    quantity: str
    key_bits: int
    unit: str
    scale: float  # of Appendix A's unit in one of these


CLASSES = (
    Classes("4.2 static memory", "code-size", 0, "kB", 1000),
    Classes("4.3 heap", "heap", 0, "kB", 1000),
    Classes("4.4 key set-up", "keysetup", 128, "kbit/s", 1),
    Classes("4.4 encryption", "encrypt", 128, "kbit/s", 1),
)
COUNT = 3


def figure(record: records.Published) -> dict:
    """A run's figure: kbit/s of 1000 bits; of key set-ups, key bits times set-ups."""
    bits = 8 * record.bytes or record.key_bits * record.calls
    raw = record.key_bits == 128
    return {
        "table": RAW if raw else CHARTS[record.operation],
        "series": NO_JIT,
        "cipher": record.cipher,
        "key_bits": record.key_bits,
        "quantity": record.operation,
        "value": bits / 1000 / (record.values[0] * 1e-9),
        "unit": "kbit/s",
    }
