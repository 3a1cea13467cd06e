# SPDX-License-Identifier: Apache-2.0
"""``./fifteen export``: the records as tidy tables, in CSV and in Parquet."""

import io
import itertools
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import click
import msgspec
import pandas as pd

from fifteen import files, places, records, session, statistics
from fifteen.errors import Mistake

# Lists of a Cell with a value for each iteration.
_PER_ITERATION = (
    "wall_ns cpu_ns ticks core_cycles instructions issued_per_tick allocated_bytes invocations"
).split()
_PER_VALUE = "value empty issued_per_tick".split()  # of a Published
_RUN = "run session round machine binary toolchain".split()
_CELL = "cell engine cipher operation key_bits blocks block_bytes calls bytes".split()
_CLOCK = "tick_hz core_per_tick_before core_per_tick_after waited_ns".split()
_TRY = "try marked".split()  # 1, 2, 3 of a cell that was disturbed, and by what
_MEASURE = records.Measure.__struct_fields__
_PROCEDURE = "study cell engine cipher procedure operation key_bits blocks words unit".split()


def iterations(folder: Path) -> pd.DataFrame:
    """A row an iteration: raw values of the whole iteration (``calls`` calls, ``bytes`` bytes)."""
    rows = []
    for head, cell in _of_kind(folder, records.Cell):
        identity = head | {name: getattr(cell, name) for name in (*_CELL, "marked")}
        identity |= _clock(cell)
        lists = {name: getattr(cell, name) or [] for name in _PER_ITERATION}
        for number in range(len(cell.wall_ns)):
            values = {name: v[number] if number < len(v) else None for name, v in lists.items()}
            rows.append({**identity, "iteration": number + 1, **values})
    return pd.DataFrame(rows, columns=[*_RUN, *_CELL, *_TRY, *_CLOCK, "iteration", *_PER_ITERATION])


def _clock(found: records.Timed) -> dict[str, float | None]:
    """What the clocks said around a cell's iterations."""
    before, after = found.core_per_tick or (None, None)
    return dict(zip(_CLOCK, (found.tick_hz, before, after, found.waited_ns), strict=True))


def settling(folder: Path) -> pd.DataFrame:
    """A row an iteration of Java before the engine had settled, by fork; the last is the counted.

    In that it is the warm-up; in those before it, whose warm-up was too short, every iteration.
    """
    rows = []
    for head, cell in _of_kind(folder, records.Cell):
        forks = [*(cell.unsettled_ns or []), cell.warmup_ns or []]
        rows += [
            {**head, "cell": cell.cell, "fork": fork, "iteration": number, "wall_ns": ns}
            for fork, iterations in enumerate(forks, 1)
            for number, ns in enumerate(iterations, 1)
        ]
    return pd.DataFrame(rows, columns=[*_RUN, "cell", "fork", "iteration", "wall_ns"])


def values(folder: Path) -> pd.DataFrame:
    """A row a cell and run: the run's value, for one call or one key set-up."""
    return statistics.load(folder).values


def failures(folder: Path) -> pd.DataFrame:
    """A row a cell without a value, and why."""
    found = [
        {**head, **msgspec.structs.asdict(failure)}
        for head, failure in _of_kind(folder, records.Failure)
    ]
    return pd.DataFrame(found, columns=[*_RUN, *records.Failure.__struct_fields__])


def published(folder: Path) -> pd.DataFrame:
    """A row a raw value of a published procedure."""
    rows = []
    for head, found in _of_kind(folder, records.Published):
        identity = {name: getattr(found, name) for name in (*_PROCEDURE, "marked")}
        identity["words"] = " ".join(f"{name}={word}" for name, word in found.words.items())
        identity |= _clock(found)
        each = found.values, found.empty_values or (), found.issued_per_tick or ()
        rows += [
            {**head, **identity, "number": number, **dict(zip(_PER_VALUE, of, strict=True))}
            for number, of in enumerate(itertools.zip_longest(*each), 1)
        ]
    return pd.DataFrame(rows, columns=[*_RUN, *_PROCEDURE, *_TRY, *_CLOCK, "number", *_PER_VALUE])


def measures(folder: Path) -> pd.DataFrame:
    """A row a raw value of what is no time a call: ``quantity``, ``number`` in a list, ``of``."""
    rows = []
    for head, found in _of_kind(folder, records.Measure):
        fields = msgspec.structs.asdict(found)
        identity = head | {name: fields.pop(name) for name in _MEASURE}
        for quantity, value in fields.items():
            for number, (of, one) in enumerate(_each(value), 1):
                rows.append({**identity, "quantity": quantity, "of": of, "number": number,
                             "value": one if isinstance(one, int | float) else None,
                             "text": one if isinstance(one, str) else None})  # fmt: skip
    return pd.DataFrame(
        rows, columns=[*_RUN, *_MEASURE, "quantity", "of", "number", "value", "text"]
    )


def _each(value: object) -> list[tuple[str, object]]:
    """A value, those of a list, or those of an object with what each is of."""
    if isinstance(value, dict):
        return list(value.items())
    return [("", one) for one in (value if isinstance(value, list) else [value])]


def machines(folder: Path) -> pd.DataFrame:
    """A row a machine and fact."""
    return pd.DataFrame(
        [
            {"machine": record.machine, "fact": fact, "value": _plain(value)}
            for path in sorted((folder / "machines").glob("*.json"))
            for record in records.read(path)
            for fact, value in record.facts.items()
        ],
        columns=["machine", "fact", "value"],
    )


TABLES: dict[str, Callable[[Path], pd.DataFrame]] = {
    "iterations": iterations,
    "settling": settling,
    "values": values,
    "failures": failures,
    "published": published,
    "measures": measures,
    "machines": machines,
}


def _of_kind(folder: Path, kind: type) -> list[tuple[dict, msgspec.Struct]]:
    """(what identifies the run and the cell's try in it, record) of every record of a kind."""
    found = []
    for path in sorted((folder / "runs").glob("*.jsonl")):
        head, tries = {}, Counter()
        for line in records.read(path):
            if isinstance(line, records.Run):
                head = {name: getattr(line, name) for name in _RUN}
                head["toolchain"] = line.toolchain.name
            elif isinstance(line, kind):
                tries[line.cell] += 1
                found.append((head | {"try": tries[line.cell]}, line))
    return found


def _plain(value: object) -> str:
    return "; ".join(value) if isinstance(value, list) else "" if value is None else str(value)


@click.command()
@click.option(
    "--results",
    type=click.Path(file_okay=False, path_type=Path),
    default=places.RESULTS,
    help="The results folder (default: results).",
)
@click.option(
    "--out",
    required=True,
    type=click.Path(file_okay=False, path_type=Path),
    help="The folder to write into; it is made if need be.",
)
def export_command(results: Path, out: Path) -> None:
    """Write what was measured as CSV and Parquet, a file a table.

    iterations, settling (what Java took until it had settled), values (of runs), failures,
    published (of studies), measures (beside time), machines.
    """
    if not session.sessions(results):
        raise Mistake(f"{results}: no session here: run ./fifteen evaluate, or give --results")
    frames = {name: table(results) for name, table in TABLES.items()}
    files.usable(out)
    for name, frame in frames.items():
        parquet = io.BytesIO()
        frame.to_parquet(parquet, index=False)
        files.replace(out / f"{name}.parquet", parquet.getvalue())
        files.replace(out / f"{name}.csv", frame.to_csv(index=False).encode())
        click.echo(f"{out / name}.csv, .parquet: {len(frame)} rows")
