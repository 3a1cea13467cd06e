# SPDX-License-Identifier: Apache-2.0
"""What the report concludes, each sentence with what it means in figures.

Where its words need a number: "approximately equal" is within 10 %, "roughly ten times" 7.5 to
12.5, "an order of magnitude" ten times or more, "minor" less than the null cipher's own, "most" and
"the majority" over half of them.
"""

import pandas as pd
from fifteen import manifest, studies
from fifteen.comparison import Claim, Missing, Verdict, at, values
from fifteen.tables import number

STUDY = "nist-java-1999"
here = studies.estimator(STUDY)

CLOSE = 0.1  # "approximately equal"
ROUGHLY = 0.25  # "roughly ten times": 7.5 to 12.5
ORDER = 10  # "an order of magnitude"

NO_CANDIDATES = (here.NULL, "des")  # measured beside them
EXCEPTIONS = ["rijndael", "saferplus"]


def name(cipher: str) -> str:
    """As the manifest has it."""
    return manifest.cipher(cipher).title


def listed(names: list[str]) -> str:
    """For people."""
    return ", ".join(map(name, names)) or "none"


def raw(frame: pd.DataFrame, quantity: str, jit: bool = False, **where) -> pd.Series:
    """The candidates' figures by cipher: at 128 bits where keys matter, and without the JIT."""
    series = [here.JIT] if jit else [here.NO_JIT, here.COUNTED, studies.PAPER]
    where = {"table": here.RAW, "series": series, "quantity": quantity} | where
    return values(frame, "cipher", **where).drop(list(NO_CANDIDATES), errors="ignore")


def printed(group: here.Classes, what: str) -> pd.Series:
    """The report's own classes: ``class`` by cipher, ``from`` and ``to`` by class."""
    where = {"table": group.table, "quantity": f"{group.quantity}-{what}"}
    return values(studies.published(STUDY), "cipher", **where)


# ---- Classes ----


def in_bounds(group: here.Classes):
    """Whether each candidate's figure lies within the bounds of the class that it is listed in."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = raw(frame, group.quantity) / group.scale
        least, most = printed(group, "from"), printed(group, "to")
        outside, classed = [], printed(group, "class")
        for cipher, of in classed.items():
            (value,) = at(found, cipher)
            low, high = least.get(f"class {of:g}", 0.0), most[f"class {of:g}"]
            # 19 ends at 20, where the next class begins
            if not low <= value < high + (1 if high + 1 in set(least) else 0) and value != high:
                outside.append(f"{name(cipher)} {number(value)} not in {low:g} to {high:g}")
        return Verdict(not outside, "; ".join(outside) or f"all {len(classed)} within")

    return check


def in_order(group: here.Classes):
    """Whether every candidate of a class is above all of the next."""

    def check(frame: pd.DataFrame) -> Verdict:
        found, classes = raw(frame, group.quantity), printed(group, "class")
        astray = []
        for of in range(1, here.COUNT):
            upper = found[at_all(found, classes[classes == of])]
            lower = found[at_all(found, classes[classes == of + 1])]
            if upper.min() <= lower.max():
                astray.append(f"{name(lower.idxmax())} is not below {name(upper.idxmin())}")
        return Verdict(not astray, "; ".join(astray) or "every class lies above the next")

    return check


def at_all(found: pd.Series, members: pd.Series) -> list[str]:
    """The members, all of which have a figure. Raises Missing."""
    at(found, *members.index)
    return list(members.index)


WORDS = {
    "code-size": "20 to 40kb: Serpent, HPC, CAST256; 10 to 19kb: MARS, Twofish, DEAL, E2, "
    "Rijndael, Crypton, Safer+; under 10kb: LOKI97, DFC, RC6, MAGENTA, frog",
    "heap": "14 to 20kb: Rijndael, DFC, and LOKI97; 6 to 10kb: HPC, DEAL, Twofish, Crypton, "
    "CAST256; less than 6kb: MARS, Serpent, frog, Safer+, MAGENTA, RC6",
    "keysetup": "200 to 600kbps: Crypton, Rijndael, RC6; 50 to 199kbps: Safer+, E2, MARS, LOKI97, "
    "CAST256, DEAL; 0 to 49kbps: Twofish, Serpent, HPC, DFC, frog",
    "encrypt": "600 to 1400kbps: RC6, Rijndael, E2, Crypton; 200 to 599kbps: HPC, MARS, Serpent, "
    "CAST256, Twofish, LOKI97, frog; 0 to 199kbps: Safer+, DEAL, MAGENTA, DFC",
}


def classes() -> list[Claim]:
    """Two a group: in figures, and by order alone, which another machine may keep."""
    return [
        Claim(where, words, check)
        for group in here.CLASSES
        for where, words, check in [
            (f"section {group.table}", WORDS[group.quantity], in_bounds(group)),
            (
                f"section {group.table}, by order",
                f"the three classes of {group.quantity} lie one above the other",
                in_order(group),
            ),
        ]
    ]


# ---- Memory ----


def e2_is_ten_times(frame: pd.DataFrame) -> Verdict:
    """Against the next highest, which has to be Rijndael."""
    found = raw(frame, "heap")
    (e2, rijndael) = at(found, "e2", "rijndael")
    others = found.drop("e2")
    ratio = e2 / rijndael
    holds = others.idxmax() == "rijndael" and abs(ratio / 10 - 1) <= ROUGHLY
    next_one = f"{name(others.idxmax())} {others.max():.0f}"
    return Verdict(
        holds,
        f"E2 {e2:.0f} bytes; the next highest, {next_one}; ratio {ratio:.1f}, 7.5 to 12.5 counts",
    )


def e2_has_the_array(frame: pd.DataFrame) -> Verdict:
    """Whether E2 allocates as much as that array takes."""
    (e2,) = at(raw(frame, "heap"), "e2")
    array = 256 * 256 * 4
    return Verdict(e2 >= array, f"{e2:.0f} bytes; the array alone is {array}")


def heap_differs_little(frame: pd.DataFrame) -> Verdict:
    """Whether most need less than the null cipher's, which was subtracted."""
    where = {"table": "4.3 heap", "quantity": "heap-cipher"}
    (null,) = at(values(frame, "cipher", **where), "null")
    found = raw(frame, "heap")
    minor = found[found < null]
    return Verdict(
        2 * len(minor) > len(found),
        f"{len(minor)} of {len(found)} need less than the {null:.0f} bytes of the null cipher",
    )


def same_heap_both_ways(frame: pd.DataFrame) -> Verdict:
    """Bytes of a block in either direction, where both are measured."""
    where = {"key_bits": 128, "series": [here.NO_JIT, studies.PAPER]}
    encrypt = values(frame, "cipher", quantity="heap-encrypt", **where)
    decrypt = values(frame, "cipher", quantity="heap-decrypt", **where)
    other = [c for c in encrypt.index if encrypt[c] != at(decrypt, c)[0]]
    said = f"{len(encrypt) - len(other)} of {len(encrypt)} the same; different: {listed(other)}"
    return Verdict(not other, said)


# ---- Speed ----


def jit_gain(frame: pd.DataFrame) -> Verdict:
    """Encryption at 128 bits with the JIT compiler over that without."""
    with_jit, without = raw(frame, "encrypt", jit=True), raw(frame, "encrypt")
    gain = (with_jit / without).dropna()
    if gain.empty:
        raise Missing("no figure with and without the JIT")
    most = gain[gain >= ORDER]
    said = f"{gain.min():.0f} to {gain.max():.0f} times; {len(most)} of {len(gain)} {ORDER} or more"
    return Verdict(2 * len(most) > len(gain), said)


def by_key_bits(frame: pd.DataFrame) -> pd.DataFrame:
    """Encryption at each key size, a row a candidate; complete rows only."""
    where = {"quantity": "encrypt", "series": [here.NO_JIT, studies.PAPER]}
    found = studies.matching(frame, where).dropna(subset=["value"])
    wide = found.pivot_table(index="cipher", columns="key_bits", values="value", sort=False)
    wide = wide.reindex(columns=[128, 192, 256]).drop(list(NO_CANDIDATES), errors="ignore").dropna()
    if wide.empty:
        raise Missing("no figures of encryption under longer keys")
    return wide


def uneven(wide: pd.DataFrame) -> list[str]:
    """The candidates whose speed depends on the size of the key."""
    return list(wide.index[wide.max(axis=1) / wide.min(axis=1) > 1 + CLOSE])


def even_at_all_sizes(frame: pd.DataFrame) -> Verdict:
    """Whether most are."""
    wide = by_key_bits(frame)
    apart = uneven(wide)
    said = f"{len(wide) - len(apart)} of {len(wide)} within {CLOSE:.0%}; not: {listed(apart)}"
    return Verdict(2 * len(apart) < len(wide), said)


def two_slow_down(frame: pd.DataFrame) -> Verdict:
    """Whether these two, and no other, are uneven, and slow down from size to size."""
    wide = by_key_bits(frame)
    at(wide[128], *EXCEPTIONS)
    apart = uneven(wide)
    falling = [cipher for cipher in apart if wide.loc[cipher].is_monotonic_decreasing]
    said = f"apart by over {CLOSE:.0%}: {listed(apart)}; of these slower with every longer key: "
    return Verdict(sorted(apart) == sorted(falling) == EXCEPTIONS, said + listed(falling))


def magenta_is_a_thousand_times(frame: pd.DataFrame) -> Verdict:
    """Its key set-up against the fastest other."""
    found = raw(frame, "keysetup")
    (magenta,) = at(found, "magenta")
    others = found.drop("magenta")
    ratio = magenta / others.max()
    fastest = f"{name(others.idxmax())} {number(others.max())}"
    return Verdict(ratio > 1000, f"{number(magenta)} kbit/s against {fastest}: {ratio:.3g} times")


def closer_than(limit: float, one: str, other: str, *quantities: str):
    """Whether two candidates differ by less than a share."""

    def check(frame: pd.DataFrame) -> Verdict:
        gaps = []
        for quantity in quantities:
            pair = at(raw(frame, quantity), one, other)
            gaps.append(max(pair) / min(pair) - 1)
        said = ", ".join(f"{q} {gap:.1%}" for q, gap in zip(quantities, gaps, strict=True))
        return Verdict(max(gaps) < limit, said)

    return check


# ---- Complexity ----

HIGHEST = {  # the raw table's column: what it may be of the six averages
    "Avg Method Size": ["size"],
    "Cyclomatic Complexity": ["cyclomatic_case", "cyclomatic"],
    "J-Complexity": ["j0", "j1", "j1_plus"],
}


def limits_are_the_highest(frame: pd.DataFrame) -> Verdict:
    """Whether the highest of each raw column is one of the limits that are set."""
    limits = values(frame, "quantity", table=here.HIGHEST)
    said, others = [], 0
    for column, averages in HIGHEST.items():
        found, possible = raw(frame, column), at(limits, *averages)
        other = round(found.max()) not in map(round, possible)
        others += other
        shown = " or ".join(map(number, possible))
        is_not = ", not " if other else " of "
        said.append(f"{column} {number(found.max())} ({name(found.idxmax())}){is_not}{shown}")
    return Verdict(not others, "; ".join(said))


CLAIMS = [
    *classes(),
    Claim(
        "section 4.3",
        "It uses 264kb of heap, roughly ten times the heap space required by the next highest "
        "candidate (Rijndael).",
        e2_is_ten_times,
    ),
    Claim(
        "section 4.3",
        "the Java implementation of E2 allocates an array of 256 x 256 32-bit integers",
        e2_has_the_array,
    ),
    Claim(
        "section 4.3",
        "the differences between candidates were minor relative to the total heap used by most "
        "candidates",
        heap_differs_little,
    ),
    Claim(
        "section 4.3",
        "The amount of heap allocated by all candidates for encrypt and decrypt operations is the "
        "same",
        same_heap_both_ways,
    ),
    Claim(
        "section 4.4",
        "Use of the JIT compiler increases the speed of most candidates by an order of magnitude",
        jit_gain,
    ),
    Claim(
        "section 4.4",
        "For the majority of candidates, encryption speed is approximately equal for all three key "
        "sizes.",
        even_at_all_sizes,
    ),
    Claim(
        "section 4.4",
        "Rijndael and Safer+ are the two exceptions: for these candidates, encryption speed "
        "decreases as the key size is increased.",
        two_slow_down,
    ),
    Claim(
        "section 4.4",
        "MAGENTA ... executes 128-bit key setup operations at 6.3mbps, over a thousand times "
        "faster than the next fastest candidate (Crypton).",
        magenta_is_a_thousand_times,
    ),
    Claim(
        "section 4.5",
        "setting the upper limit for each metric to the highest value attained by any candidate",
        limits_are_the_highest,
    ),
    Claim(
        "section 5",
        "E2 and Safer+ ... differ by less than 5 percent (key set-up)",
        closer_than(0.05, "e2", "saferplus", "keysetup"),
    ),
    Claim(
        "section 5",
        "measurements for Serpent and MARS differ by less than 5 percent",
        closer_than(0.05, "serpent", "mars-round1", "encrypt", "decrypt"),
    ),
]
