# SPDX-License-Identifier: Apache-2.0
"""The paper's two series, their mean, and its ms/MB; where its tables put a figure."""

import re
import statistics

import pandas as pd
from fifteen import manifest, records

ALONE, LOOP, COMBINED = "one VM a file", "six times in one VM", "mean of both"
COUNTED = "counted"
WHOLE = "initialise, read, process, write"
TIME, RATE = "time", "ms/MB"
FIRST, CODE, INITIALISE, ROUNDS, MEMORY = (
    "First series", "Code 1", "Testing methodology", "Rounds", "Tables",
)  # fmt: skip
PACKAGE = "a package"  # the paper does not say which
TABLE_BYTES = "bytes of tables"

ENGINES = {"SunJCE": "Sun", "ttable": "EaesG", "BC": "BC", "rowwise": "EaesB"}
PACKAGES = ("Sun", "BC")
STANDARD = (128, 192, 256)
STARTS = 5  # VMs of the first series of processing times
KILOBYTES = (512, 4096, 8192, 16384, 32768)  # of its files
FILES = len(KILOBYTES)
KEY_BITS = (256, 192, 128, 64, 32)
DIRECTIONS = ("encrypt", "decrypt")
# Tables 1 to 6: a key size, then a direction; 7 and 8: the paper's own two engines at every size
TABLES = {
    (bits, direction): f"Table {1 + 2 * i + j}"
    for i, bits in enumerate(STANDARD)
    for j, direction in enumerate(DIRECTIONS)
}
EXPANDED = {direction: f"Table {7 + j}" for j, direction in enumerate(DIRECTIONS)}


# ---- A run's figures ----


def figure(record: records.Published | records.Memory) -> list[dict]:
    """Milliseconds: of a file, or of each pass over sixteen bytes. Bytes: of tables, of a key."""
    row = {
        "engine": next(name for part, name in ENGINES.items() if part in record.engine.split("/")),
        "key_bits": record.key_bits,
    }
    if isinstance(record, records.Memory):
        return _memory(row, record)
    row |= {"operation": record.operation, "file": size_of(record.bytes), "unit": "ms"}
    ms = [value / 1e6 for value in record.values]
    if record.procedure == "whole-file":
        return [row | of_pass for of_pass in _passes(row["file"], ms)]
    several = len(ms) > 1
    value = statistics.fmean(ms[1:]) if several else ms[0]
    series = LOOP if several else ALONE
    table = TABLES.get((record.key_bits, record.operation), EXPANDED[record.operation])
    return [row | {"table": table, "quantity": TIME, "series": series, "value": value}]


def _memory(row: dict, record: records.Memory) -> list[dict]:
    """What all instances share is the same for every key: it is told once, of 128 bits."""
    row |= {"table": MEMORY, "operation": "both", "file": "any", "unit": "bytes", "series": COUNTED}
    one = row | {"quantity": "bytes of an instance", "value": float(record.instance_bytes)}
    shared = row | {"key_bits": 0, "quantity": TABLE_BYTES, "value": float(record.tables_bytes)}
    return [one, shared] if record.key_bits == 128 else [one]


def size_of(size: int) -> str:
    """A file's size as the paper writes it: KB of 1024 bytes."""
    return f"{size // 1024} KB" if size >= 1024 else f"{size} bytes"


def _passes(file: str, ms: list[float]) -> list[dict]:
    """The first series: the first pass; of the small file, Code 1's loop."""
    if file.endswith("KB"):
        return [{"table": FIRST, "quantity": WHOLE, "series": WHOLE, "value": ms[0]}]
    return [
        {"table": CODE, "quantity": f"pass {i}", "series": WHOLE, "value": one}
        for i, one in enumerate(ms, 1)
    ]


# ---- A round's figures ----


def of_round(frame: pd.DataFrame) -> pd.DataFrame:
    """Of five VMs the mean without the best and the worst; and the mean of the two series."""
    keys = [c for c in frame.columns if c not in ("value", "reduced")]
    runs = frame.groupby(keys, sort=False, dropna=False)
    found = runs.agg(value=("value", middle), starts=("value", "size"), reduced=("reduced", _said))
    found = found.reset_index()
    few = (found["series"] == ALONE) & (found["starts"] < STARTS)
    found.loc[few, "reduced"] = "starts " + found["starts"].astype(str) + f" of {STARTS}"
    found = found.drop(columns="starts")
    same = [k for k in keys if k != "series"]
    both = found[found["quantity"] == TIME].groupby(same, sort=False, dropna=False)
    mean = both.agg(value=("value", "mean"), series=("series", "size"), reduced=("reduced", _said))
    mean = mean[mean["series"] == 2].reset_index().assign(series=COMBINED)
    return pd.concat([found, mean], ignore_index=True)


def _said(reduced: pd.Series) -> str:
    """What was reduced, each once."""
    return "; ".join(dict.fromkeys(filter(None, reduced)))


def middle(values: pd.Series) -> float:
    """The mean without the least and the most; of fewer than three, of all."""
    ordered = sorted(values)
    return statistics.fmean(ordered[1:-1] if len(ordered) > 2 else ordered)


# ---- Further figures, of the paper's and of ours ----


def derived(frame: pd.DataFrame) -> pd.DataFrame:
    """ms/MB; tables 7 and 8 as far as they repeat the others; what the text says of a package."""
    again = _repeated(frame)
    timed = pd.concat([frame, again], ignore_index=True)
    parts = [again, rates(timed), _package(frame), _table_bytes(frame)]
    found = [part for part in parts if len(part)]
    return pd.concat(found, ignore_index=True) if found else frame.iloc[:0]


def _repeated(frame: pd.DataFrame) -> pd.DataFrame:
    """The times of the paper's own two engines, under the number of their second table."""
    own = frame[frame["table"].isin(TABLES.values()) & frame["engine"].isin(["EaesG", "EaesB"])]
    own = own[own["quantity"] == TIME]
    return own.assign(table=own["operation"].map(EXPANDED))


def rates(frame: pd.DataFrame) -> pd.DataFrame:
    """ms/MB: the sum of the times by the sum of the sizes in units of 1000 KB."""
    timed = frame[(frame["quantity"] == TIME) & frame["value"].notna()]
    timed = timed.assign(kilobytes=timed["file"].str.split().str[0].astype(float))
    apart = [c for c in timed.columns if c not in ("file", "value", "kilobytes", *VARYING)]
    files = timed.groupby(apart, sort=False, dropna=False)
    sums = files.agg(ms=("value", "sum"), kilobytes=("kilobytes", "sum"), files=("file", "size"))
    sums = sums.reset_index()
    few = sums["files"].map(lambda count: f"files {count} of {FILES}" if count < FILES else "")
    rate = sums.assign(value=sums["ms"] / (sums["kilobytes"] / 1000), reduced=few)
    rate = rate.drop(columns=["ms", "kilobytes", "files"])
    return rate.assign(quantity=RATE, file=RATE, unit=RATE)


def slack(figure: dict) -> float:
    """How far ms/MB of the printed times may lie from the paper's: each was rounded to 1 ms."""
    return 0.5 * FILES / (sum(KILOBYTES) / 1000) if figure["quantity"] == RATE else 0.0


# of a figure's rounds: nothing that a sum of figures has
VARYING = ("least", "most", "runs", "reduced", "printed")


def _package(frame: pd.DataFrame) -> pd.DataFrame:
    """Code 1 of the slower package, and from where to where both first passes reach; by JVM."""
    loop = frame[(frame["table"] == CODE) & frame["engine"].isin(PACKAGES)]
    loop = loop[(loop["key_bits"] == 128) & (loop["operation"] == "encrypt")]
    parts = [part for _, one in loop.groupby("compiler", dropna=False) for part in _slower(one)]
    return pd.concat(parts) if parts else loop


def _slower(loop: pd.DataFrame) -> list[pd.DataFrame]:
    """``_package`` of one JVM."""
    first = loop[loop["quantity"] == "pass 1"].sort_values("value").iloc[[0, -1]]
    text = {"table": INITIALISE, "engine": PACKAGE, "key_bits": 0, "operation": "both"}
    ends = ["initialisation from", "initialisation to"]
    reach = first.assign(**text, file="any", quantity=ends)
    return [loop[loop["engine"] == first["engine"].iloc[-1]].assign(engine=PACKAGE), reach]


def _table_bytes(frame: pd.DataFrame) -> pd.DataFrame:
    """Of the paper's two: of how many tables and of what size it writes."""
    parts = frame[(frame["table"] == MEMORY) & frame["value"].notna()]
    sizes = {(r.engine, r.quantity): r.value for r in parts.itertuples()}
    if ("EaesG", "a table") not in sizes:
        return parts.iloc[:0]
    small = sizes["EaesG", "S-boxes"] * sizes["EaesG", "an S-box"] + sizes["EaesG", "RCon"]
    big = sizes["EaesG", "encryption tables"] + sizes["EaesG", "decryption tables"]
    whole = {"EaesG": big * sizes["EaesG", "a table"] * 1024 + small, "EaesB": small}
    rows = parts.drop_duplicates("engine").drop(columns="printed")
    rows = rows.assign(quantity=TABLE_BYTES, unit="bytes")
    return rows.assign(value=rows["engine"].map(whole))


# ---- What needs no clock ----


def counted() -> pd.DataFrame:
    """The rounds of each key size, as the manifest has them."""
    row = {"table": ROUNDS, "engine": "any", "operation": "both", "file": "any"}
    row |= {"quantity": "rounds", "unit": "rounds", "series": COUNTED}
    return pd.DataFrame([row | {"key_bits": b, "value": n} for b, n in rounds().items()])


def rounds() -> dict[int, int]:
    """Of each key size, longest first."""
    found = {}
    for cipher in ("rijndael", "aes64", "aes32"):
        text = manifest.cipher(cipher).rounds
        counts, _, sizes = text.partition(" for keys of ")
        sizes = sizes or str(manifest.cipher(cipher).key_bits[0])
        pairs = zip(*(re.findall(r"\d+", part) for part in (sizes, counts)), strict=True)
        found |= {int(bits): int(count) for bits, count in pairs}
    return {bits: found[bits] for bits in KEY_BITS}


# ---- Where the paper puts it ----


def place(row: dict) -> tuple[str, str]:
    """(row, column) of a figure in the paper's table."""
    if row["table"] in EXPANDED.values():
        return row["file"], f"{row['engine']} {row['key_bits']:.0f}"
    if row["table"] in TABLES.values():
        return row["file"], row["engine"]
    if row["table"] == FIRST:
        return f"{row['key_bits']:.0f}-bit {row['operation']}, {row['file']}", row["engine"]
    if row["table"] == CODE:
        return f"{row['key_bits']:.0f}-bit {row['operation']}, {row['quantity']}", row["engine"]
    bits = f"{row['key_bits']:.0f} bits" if row["key_bits"] else row["engine"]
    return bits, row["quantity"]
