# SPDX-License-Identifier: Apache-2.0
"""The report's units, classes and averages (sections 4.2 to 4.5), and where its tables put them."""

import functools
from typing import NamedTuple

import pandas as pd
from fifteen import complexity, manifest, records, statistics, studies

RAW, HEAP, CHART_2 = "Appendix A", "4.3 heap", "Chart 2"
CHARTS = {"keysetup": "Chart 3", "encrypt": "Chart 4", "decrypt": "Chart 5"}
AVERAGES, SHARES, HIGHEST = "4.5 averages", "4.5 shares", "4.5 highest"
NO_JIT, JIT, COUNTED = "no JIT", "JIT", "counted"
INTERPRETED = "-int"  # how a toolchain's name ends
NULL = "null"

HEADINGS = {
    "code-size": "Code Size",
    "heap": "Heap Usage",
    "keysetup": "Key Setup (128)",
    "encrypt": "Encrypt (128)",
    "decrypt": "Decrypt (128)",
}
WORDS = {  # the last part of a quantity, for people
    "keysetup": "key set-up",
    "cipher": "cipher operations",
    "encrypt": "encryption",
    "decrypt": "decryption",
    "kilobytes": "heap",
    "megabits": "key set-up",
}


class Classes(NamedTuple):
    """What the report divides into three groups, that of the largest figures first."""

    table: str
    quantity: str
    key_bits: int
    unit: str
    scale: float  # how many of Appendix A's unit are one of these


CLASSES = (
    Classes("4.2 static memory", "code-size", 0, "kB", 1000),
    Classes(HEAP, "heap", 0, "kB", 1000),
    Classes("4.4 key set-up", "keysetup", 128, "kbit/s", 1),
    Classes("4.4 encryption", "encrypt", 128, "kbit/s", 1),
)
COUNT = 3


# ---- A run's figures ----


def figure(record: records.Published | records.Heap | records.ClassBytes) -> list[dict]:
    """Speeds; bytes allocated for a key set-up, and with a block besides; bytes of class files."""
    row = {"cipher": record.cipher, "series": COUNTED, "unit": "bytes"}
    if isinstance(record, records.ClassBytes):
        size = float(sum(record.classes.values()))
        return [row | {"table": RAW, "key_bits": 0, "quantity": "code-size", "value": size}]
    row |= {"key_bits": record.key_bits}
    if isinstance(record, records.Heap):
        setup = record.make_bytes + record.init_bytes  # what is loaded is our list of engines
        allocated = {"heap-keysetup": setup, "heap-cipher": setup + record.first_block_bytes}
        row |= {"table": CHART_2}
        return [row | {"quantity": f"{q}-raw", "value": float(v)} for q, v in allocated.items()]
    if record.operation == "heap":
        row |= {"table": CHART_2, "series": _series(record.engine)}
        named = zip(("heap-encrypt", "heap-decrypt"), record.values, strict=False)
        return [row | {"quantity": quantity, "value": value} for quantity, value in named]
    return [row | _speed(record)]


def _speed(record: records.Published) -> dict:
    """kbit/s of 1000 bits; of key set-ups, key bits times set-ups."""
    bits = 8 * record.bytes or record.key_bits * record.calls
    return {
        "table": RAW if record.key_bits == 128 else CHARTS[record.operation],
        "quantity": record.operation,
        "series": _series(record.engine),
        "value": bits / 1000 / (record.values[0] * 1e-9),
        "unit": "kbit/s",
        "reduced": _reduced(record),
    }


def _series(engine: str) -> str:
    """Whose it is, if not ours; until the toolchain says more."""
    _, library, name = engine.split("/")
    return f"{NO_JIT}, {library}" if name != "portable" else NO_JIT


def _reduced(record: records.Published) -> str:
    """Which operations are fewer than the report's, all of them or this cipher's."""
    full = max(p.words.get("operations", 0) for p in studies.load(record.study).procedures)
    if record.calls >= full:
        return ""
    if record.calls == record.words["operations"]:
        return f"operations {record.calls} of {full}"
    title = manifest.cipher(record.cipher).title
    return f"{title} {record.key_bits} {record.operation} {record.calls} of {full}"


def named(frame: pd.DataFrame) -> pd.DataFrame:
    """Whether there was a JIT compiler: the toolchain says it. Of a second JVM, its name too."""
    jvms = frame["compiler"].fillna("").str.removesuffix(INTERPRETED)
    timed = frame["series"].str.startswith(NO_JIT)
    jit = timed & (jvms == frame["compiler"])
    series = frame["series"].mask(jit, frame["series"].str.replace(NO_JIT, JIT, regex=False))
    other = jvms.where(timed & (jvms != jvms.iloc[0]), "")
    return frame.assign(series=series + other.map(lambda jvm: f", {jvm}" if jvm else ""))


# ---- What needs no clock ----


def counted() -> pd.DataFrame:
    """The complexity of our engines' classes: Appendix A's three, all six, and their shares."""
    six = _six()
    appendix = pd.DataFrame({name: six[column] for name, column in complexity.APPENDIX.items()})
    candidates = six.drop(index="des")  # "the highest value attained by any candidate"
    parts = {RAW: appendix, AVERAGES: six, SHARES: complexity.shares(candidates)}
    return pd.concat([_long(table, wide) for table, wide in parts.items()], ignore_index=True)


@functools.cache
def _six() -> pd.DataFrame:
    """The six averages of the study's engines, a row a cipher."""
    engines = [e for e in studies.load("nist-java-1999").engines if f"/{NULL}/" not in e]
    found = complexity.of_engines()
    found = found[found["engine"].isin(engines)].set_index("cipher")
    return found[list(complexity.NIST)]


def _long(table: str, wide: pd.DataFrame) -> pd.DataFrame:
    """A row a figure."""
    tall = wide.rename_axis(columns="quantity").stack().rename("value").reset_index()
    lines = tall["quantity"].isin(["size", "Avg Method Size"])
    unit = lines.map({True: "lines", False: "a method"}) if table != SHARES else "of the highest"
    return tall.assign(table=table, key_bits=0, series=COUNTED, unit=unit)


# ---- Further figures, of the report's and of ours ----


def derived(frame: pd.DataFrame) -> pd.DataFrame:
    """Heap beyond the null cipher's, the classes, the highest averages, the text's own figures."""
    heap = _beyond_null(frame)
    whole = pd.concat([frame, heap], ignore_index=True)
    parts = [heap, *(_classes(whole, group) for group in CLASSES), _highest(frame), _text(whole)]
    return pd.concat([part for part in parts if len(part)], ignore_index=True)


def _beyond_null(frame: pd.DataFrame) -> pd.DataFrame:
    """Section 4.3's adjusted heap; Appendix A's is that of cipher operations at 128 bits."""
    found = []
    for quantity in ("heap-keysetup", "heap-cipher"):
        rows = frame[frame["quantity"] == f"{quantity}-raw"]
        null = rows[rows["cipher"] == NULL].set_index("key_bits")["value"]
        mine = rows[rows["cipher"] != NULL].assign(quantity=quantity)
        # a key size that the null cipher has not: its first
        less = mine["key_bits"].map(null).fillna(null.get(128, float("nan")))
        found += [mine.assign(value=mine["value"] - less)]
        first = rows[(rows["cipher"] == NULL) & (rows["key_bits"] == 128)]
        found += [first.assign(table=HEAP, key_bits=0, quantity=quantity)]
    adjusted = pd.concat(found, ignore_index=True)
    raw = (adjusted["quantity"] == "heap-cipher") & (adjusted["table"] == CHART_2)
    raw = adjusted[raw & adjusted["key_bits"].isin([64, 128])]
    return pd.concat([adjusted, raw.assign(table=RAW, key_bits=0, quantity="heap")])


def _classes(frame: pd.DataFrame, group: Classes) -> pd.DataFrame:
    """Three groups of the candidates at natural breaks, as the report prints none for ours."""
    rows = studies.matching(frame, {"table": RAW, "quantity": group.quantity})
    rows = rows[~rows["cipher"].isin(["des", NULL]) & rows["value"].notna()]
    if f"{group.quantity}-class" in set(frame["quantity"]):
        return rows.iloc[:0]
    apart = rows.groupby(["series", "compiler"], sort=False, dropna=False)
    found = [one for _, part in apart for one in _natural(part, group)]
    return pd.concat(found, ignore_index=True) if found else rows.iloc[:0]


def _natural(rows: pd.DataFrame, group: Classes) -> list[pd.DataFrame]:
    """The class of each, and of each class its least and its largest figure."""
    values = rows.set_index("cipher")["value"] / group.scale
    # the first band is the cheapest: here the largest; what is nothing is with the smallest
    classes = statistics.bands(1 / values.clip(lower=values[values > 0].min()))
    where = {"table": group.table, "key_bits": group.key_bits}
    one = rows.assign(**where, quantity=f"{group.quantity}-class", unit="class")
    found = [one.assign(value=rows["cipher"].map(classes).astype(float))]
    for number, members in values.groupby(classes):
        ends = rows.iloc[:2].assign(**where, cipher=f"class {number}", unit=group.unit)
        ends = ends.assign(quantity=[f"{group.quantity}-{end}" for end in ("from", "to")])
        found.append(ends.assign(value=[members.min(), members.max()]))
    return found


def _highest(frame: pd.DataFrame) -> pd.DataFrame:
    """Of each average the highest that a candidate has."""
    averages = frame[(frame["table"] == AVERAGES) & (frame["cipher"] != "des")]
    best = averages.loc[averages.groupby("quantity", sort=False)["value"].idxmax()]
    return best.assign(table=HIGHEST, cipher="any")


def _text(frame: pd.DataFrame) -> pd.DataFrame:
    """What the text says of two candidates in other units."""
    raw = frame[frame["table"] == RAW]
    e2 = raw[(raw["cipher"] == "e2") & (raw["quantity"] == "heap")]
    e2 = e2.assign(table=HEAP, quantity="heap-kilobytes", value=e2["value"] / 1000, unit="kB")
    fast = raw[(raw["cipher"] == "magenta") & (raw["quantity"] == "keysetup")]
    fast = fast.assign(table="4.4 key set-up", quantity="keysetup-megabits", unit="Mbit/s")
    return pd.concat([e2, fast.assign(value=fast["value"] / 1000)])


# ---- Where the report puts it ----


def place(row: dict) -> tuple[str, str]:
    """(row, column) of a figure in the report's table."""
    known = row["cipher"] in manifest.load()
    name = manifest.cipher(row["cipher"]).title if known else row["cipher"]
    if row["table"] == RAW:
        return name, HEADINGS.get(row["quantity"], row["quantity"])
    if row["table"] in CHARTS.values():
        return name, f"{row['key_bits']:.0f} bits"
    if row["table"] == CHART_2:
        return name, f"{called(row['quantity'])} {row['key_bits']:.0f}"
    return name, called(row["quantity"])


def called(quantity: str) -> str:
    """A quantity in words; its table says of what."""
    if quantity in complexity.NIST:
        return complexity.NIST[quantity]
    last = quantity.removesuffix("-raw").rpartition("-")[2]
    return WORDS.get(last, last) + (" with null's" if quantity.endswith("-raw") else "")
