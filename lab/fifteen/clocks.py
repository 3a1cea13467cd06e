# SPDX-License-Identifier: Apache-2.0
"""When a cell of C was disturbed. The rules see readings of the clock, never a measured time.

A C cell's cycles are time-stamp ticks times the core's cycles per tick, read before and after it. A
processor that changed its frequency in between, or another program on the core, makes the two
readings differ. A program on the core's other hardware thread doesn't: a chain of dependent
additions goes on as before. It takes a share of the core's width, though, which is read after each
iteration as the independent instructions that are issued in a cycle. Once enough cells have said
how wide the core is, the probe waits until nobody shares it.
"""

import math
import statistics
from collections.abc import Iterable, Mapping, Sequence

from fifteen import records

LEAST_READ = 20  # cells whose widths say how wide a core is
MOVED = 0.03  # a cell's readings disagree from this relative difference on
SHARED = 0.10  # of the core's width; what shares a core takes a third of it, and rarely less
SHARE = 0.10  # a round counts for nothing when more than this share of its cells is disturbed
MOST_REPEATS = 3  # rounds that one session repeats
MOST_RETRIES = 2  # of a cell within a round


def width(cell: records.Timed) -> float | None:
    """Independent instructions that the core issued in a cycle; None where nothing was read."""
    if not cell.issued_per_tick or not cell.core_per_tick or min(cell.core_per_tick) <= 0:
        return None
    return statistics.median(cell.issued_per_tick) / statistics.mean(cell.core_per_tick)


def widest(widths: Iterable[float]) -> float:
    """The width of a core that nobody shares, of all that were read: their 99th percentile.

    Not the most: where the frequency rose during a cell and fell before its second reading, its
    width is more than the core's.
    """
    read = [width for width in widths if not math.isnan(width)]
    if len(read) < 2:
        return max(read, default=0.0)
    return statistics.quantiles(read, n=100, method="inclusive")[-1]


def least(widths: Sequence[float]) -> int | None:
    """The width, in instructions a thousand cycles, from which on a core counts as one's own.

    None where too few were read to say.
    """
    return round(1000 * (1 - SHARED) * widest(widths)) if len(widths) >= LEAST_READ else None


def narrow(width: float, widest: float) -> bool:
    """Whether another program shared the core. A series of widths is answered by a series."""
    return width < (1 - SHARED) * widest


def disturbed(cell: records.Timed, widest: float) -> str | None:
    """Why the cell is disturbed, or None: it isn't, or nothing was read.

    ``widest``: of this binary's cells so far.
    """
    if not cell.core_per_tick or len(cell.core_per_tick) < 2:
        return None
    before, after = cell.core_per_tick[:2]
    if min(before, after) <= 0:
        return "the clock could not be read"
    change = after / before - 1
    if abs(change) > MOVED:
        return f"core cycles per tick moved by {100 * change:+.1f} % during the cell"
    issued = width(cell)
    if issued is not None and narrow(issued, widest):
        return f"the core was shared: {issued:.1f} instructions a cycle, elsewhere {widest:.1f}"
    return None


def share(cells: Iterable[records.Timed], of: int | None = None) -> float:
    """The share of a round's cells that was disturbed each time that they were measured.

    ``of``: how many cells the round will have, where not all have been measured.
    """
    read = [cell for cell in cells if cell.core_per_tick]
    names = {cell.cell for cell in read}
    good = {cell.cell for cell in read if cell.marked is None}
    return len(names - good) / (of or len(names) or 1)


def spoilt(cells: Iterable[records.Timed], of: int | None = None) -> bool:
    """Whether that is too much: the round is kept, and repeated whole."""
    return share(cells, of) > SHARE


def counting(shares: Mapping[int, float], asked: int) -> list[int]:
    """The rounds that count, of the ``share`` of each: the undisturbed, and the least bad after
    them where these are fewer than were asked for."""
    good = sum(share <= SHARE for share in shares.values())
    return sorted(shares, key=lambda number: (shares[number], number))[: max(asked, good)]


def best(tries: Iterable[records.Timed]) -> records.Timed:
    """Of one cell's values in one run: the undisturbed one, else the widest."""
    return min(tries, key=lambda cell: (cell.marked is not None, -(width(cell) or 0.0)))
