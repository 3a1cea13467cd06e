# SPDX-License-Identifier: Apache-2.0
"""When clock readings disagree. The rule sees readings of the clock, never a measured time.

A C cell's cycles are time-stamp ticks times the core's cycles per tick, read before and after it. A
processor that changed its frequency in between, or another program on the core, makes the two
readings differ.
"""

from collections.abc import Iterable

from fifteen import records

MOVED = 0.03  # a cell's readings disagree from this relative difference on
SHARE = 0.10  # a round's do when they disagree in more than this share of its cells
MOST_REPEATS = 3  # rounds that one session repeats


def moved(cell: records.Cell) -> str | None:
    """Why the readings around a cell disagree, or None: they agree, or there are none."""
    if not cell.core_per_tick or len(cell.core_per_tick) < 2:
        return None
    before, after = cell.core_per_tick[:2]
    if min(before, after) <= 0:
        return "the clock could not be read"
    change = after / before - 1
    if abs(change) <= MOVED:
        return None
    return f"core cycles per tick moved by {100 * change:+.1f} % during the cell"


def disagree(cells: Iterable[records.Cell]) -> bool:
    """Whether a round's clock readings disagree: it is kept, and repeated whole."""
    read = [cell for cell in cells if cell.core_per_tick]
    return sum(moved(cell) is not None for cell in read) > SHARE * len(read)
