# SPDX-License-Identifier: Apache-2.0
"""Halstead's numbers of a source, in any language: *Elements of Software Science*, 1977."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

NUMBERS = {"volume": "volume, bits", "difficulty": "difficulty", "effort": "effort"}


class Counted(Protocol):
    """A source of which operators and operands were counted."""

    operators: Mapping[str, int]
    operands: Mapping[str, int]


def measures(sources: Iterable[Counted]) -> dict[str, float]:
    """Volume in bits, difficulty and effort of several sources together.

    Missing where nothing is operated on.
    """
    operators, operands = Counter(), Counter()
    for one in sources:
        operators.update(one.operators)
        operands.update(one.operands)
    if not operands:
        return dict.fromkeys(NUMBERS, math.nan)
    vocabulary = len(operators) + len(operands)
    volume = (operators.total() + operands.total()) * math.log2(vocabulary)
    difficulty = len(operators) / 2 * operands.total() / len(operands)
    return {"volume": volume, "difficulty": difficulty, "effort": difficulty * volume}
