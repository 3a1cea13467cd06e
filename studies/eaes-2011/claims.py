# SPDX-License-Identifier: Apache-2.0
"""What the paper concludes of AES in four implementations, each sentence with what it means here.

The paper calls differences of up to 8 % "insignificant" and its results "pretty equal": up to a
tenth is taken for equal, for "slightly" and for "a bit", more for "significant" of speed, and a
tenth off for "almost proportionally". A pass is "significantly different" of ten times the others
together; "a lot of the time" and "significantly less memory" are of twice.
"""

import numpy as np
import pandas as pd
from fifteen import studies
from fifteen.comparison import Claim, Missing, Verdict, at, values
from fifteen.tables import number

here = studies.estimator("eaes-2011")

EQUAL = 0.1
UP_TO = f"; up to {EQUAL:.0%} is"
PROPORTIONAL = 0.1  # how far a time may lie from its share of the rounds
MANY, TWICE = 10, 2
BIG = ["Sun", "BC"]  # the large packages
OURS = ["EaesG", "EaesB"]  # as the paper calls its own
STANDARD = [128, 192, 256]
DIRECTIONS = {"encrypt": "encryption", "decrypt": "decryption"}


def cost(frame: pd.DataFrame, key_bits: int, operation: str) -> pd.Series:
    """ms/MB by engine, computed of the times."""
    table = here.TABLES.get((key_bits, operation), here.EXPANDED[operation])
    where = {"table": table, "key_bits": key_bits, "series": [here.COMBINED, studies.PAPER]}
    times = studies.matching(frame, where)
    if times.empty:
        raise Missing(f"no times of {key_bits}-bit {DIRECTIONS[operation]}")
    return values(here.rates(times), "engine")


def shown(found: pd.Series) -> str:
    """For people: the costs in ms/MB."""
    return ", ".join(f"{engine} {value:.2f}" for engine, value in found.items())


# ---- Which is faster ----


def package_wins(winner: str, loser: str, operation: str):
    """Whether one of the packages is slightly faster over the three standard sizes together."""

    def check(frame: pd.DataFrame) -> Verdict:
        costs = [at(cost(frame, bits, operation), winner, loser) for bits in STANDARD]
        one, other = (sum(column) for column in zip(*costs, strict=True))
        each = ", ".join(f"{b} bits {o / w:.3f}" for b, (w, o) in zip(STANDARD, costs, strict=True))
        said = f"{loser} / {winner} {other / one:.3f} ({each}){UP_TO} slightly"
        return Verdict(one < other <= (1 + EQUAL) * one, said)

    return check


def equal(key_bits: int, operation: str, *engines: str):
    """Whether these are equally fast."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = cost(frame, key_bits, operation)
        chosen = at(found, *engines)
        said = f"{shown(found[list(engines)])}{UP_TO} equal"
        return Verdict(max(chosen) <= (1 + EQUAL) * min(chosen), said)

    return check


def ahead(key_bits: int, operation: str, winners: list[str], losers: list[str]):
    """Whether each of these is faster than each of those, though not by more than a tenth."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = cost(frame, key_bits, operation)
        fast, slow = at(found, *winners), at(found, *losers)
        close = max(slow) <= (1 + EQUAL) * min(fast)
        said = f"{shown(found[[*winners, *losers]])}{UP_TO} slightly"
        return Verdict(max(fast) < min(slow) and close, said)

    return check


def all_equal(frame: pd.DataFrame) -> Verdict:
    """The three but EaesB, at every standard size in both directions."""
    ratios = {}
    for bits in STANDARD:
        for operation in DIRECTIONS:
            found = at(cost(frame, bits, operation), *BIG, "EaesG")
            ratios[f"{bits}-bit {DIRECTIONS[operation]}"] = max(found) / min(found)
    worst = max(ratios, key=ratios.get)
    said = f"slowest to fastest at most {ratios[worst]:.3f} ({worst}){UP_TO} insignificant"
    return Verdict(ratios[worst] <= 1 + EQUAL, said)


def small_is_as_good(frame: pd.DataFrame) -> Verdict:
    """EaesG against the faster package."""
    behind = {}
    for bits in STANDARD:
        for operation in DIRECTIONS:
            sun, bc, own = at(cost(frame, bits, operation), *BIG, "EaesG")
            behind[f"{bits}-bit {DIRECTIONS[operation]}"] = own / min(sun, bc)
    worst, best = max(behind, key=behind.get), min(behind, key=behind.get)
    said = (
        f"EaesG / the faster package from {behind[best]:.3f} ({best}) to {behind[worst]:.3f} "
        f"({worst}){UP_TO} equally good"
    )
    return Verdict(behind[worst] <= 1 + EQUAL, said)


def tables_beat_rows(frame: pd.DataFrame) -> Verdict:
    """EaesG against EaesB wherever both are measured."""
    ratios = {}
    for bits in here.KEY_BITS:
        for operation in DIRECTIONS:
            gladman, bertoni = at(cost(frame, bits, operation), *OURS)
            ratios[f"{bits}-bit {DIRECTIONS[operation]}"] = bertoni / gladman
    least, most = min(ratios, key=ratios.get), max(ratios, key=ratios.get)
    said = f"EaesB / EaesG from {ratios[least]:.3f} ({least}) to {ratios[most]:.3f} ({most})"
    said += f"; over {EQUAL:.0%} is significant"
    return Verdict(ratios[least] > 1 + EQUAL, said)


# ---- Fewer rounds ----


def short_keys_gain_more(frame: pd.DataFrame) -> Verdict:
    """Whether EaesG's lead over each package's 128 bits grows with 64 and with 32 bits."""
    said, holds = [], True
    for operation in DIRECTIONS:
        sun, bc, own = at(cost(frame, 128, operation), *BIG, "EaesG")
        leads = [min(sun, bc) / own]
        leads += [min(sun, bc) / at(cost(frame, b, operation), "EaesG")[0] for b in (64, 32)]
        holds &= leads[0] < leads[1] < leads[2]
        steps = ", ".join(f"{lead:.3f}" for lead in leads)
        said.append(f"{DIRECTIONS[operation]} at 128, 64, 32 bits: {steps}")
    return Verdict(holds, "the faster package's 128 bits / EaesG, " + "; ".join(said))


def proportional(frame: pd.DataFrame) -> Verdict:
    """How far each time lies from the line through nought that fits best."""
    counts = values(frame, "key_bits", table=here.ROUNDS, quantity="rounds")
    rounds, worst = np.array(at(counts, *here.KEY_BITS)), {}
    for engine in OURS:
        for operation in DIRECTIONS:
            times = np.array([at(cost(frame, b, operation), engine)[0] for b in here.KEY_BITS])
            a_round = rounds @ times / (rounds @ rounds)
            off = times / (a_round * rounds) - 1
            at_most = int(np.abs(off).argmax())
            worst[f"{engine} {DIRECTIONS[operation]}"] = (off[at_most], here.KEY_BITS[at_most])
    said = "; ".join(f"{where} {off:+.1%} ({bits} bits)" for where, (off, bits) in worst.items())
    holds = all(abs(off) <= PROPORTIONAL for off, _ in worst.values())
    said += f"; up to {PROPORTIONAL:.0%} is almost"
    return Verdict(holds, f"furthest from proportional: {said}")


def gains(frame: pd.DataFrame) -> dict[tuple[int, str], float]:
    """The share of the 128-bit time that 64 and 32 bits save, by key bits and what."""
    found = {}
    for bits in (64, 32):
        for operation in DIRECTIONS:
            for engine in OURS:
                (full,), (short,) = (at(cost(frame, b, operation), engine) for b in (128, bits))
                found[bits, f"{engine} {DIRECTIONS[operation]}"] = 1 - short / full
    return found


def a_fifth_to_a_third(frame: pd.DataFrame) -> Verdict:
    """The paper has it of the best: "as much as"."""
    saved = gains(frame)
    said = [
        f"{bits} bits {min(of):.1%} to {max(of):.1%}"
        for bits in (64, 32)
        for of in [[gain for (b, _), gain in saved.items() if b == bits]]
    ]
    best = max(saved.values())
    speed = 1 / (1 - best) - 1
    return Verdict(
        0.2 <= best <= 0.3,
        f"of the time, {', '.join(said)}, the most to be 20 to 30 %; as speed, {speed:.1%} at most",
    )


# ---- Initialisation, memory ----


def first(frame: pd.DataFrame) -> pd.Series:
    """The time of the first pass over 16 bytes, by engine."""
    where = {"table": here.CODE, "quantity": "pass 1", "key_bits": 128, "operation": "encrypt"}
    return values(frame, "engine", **where)


def first_pass_only(frame: pd.DataFrame) -> Verdict:
    """Whether the first of the passes takes ten times the next ones together."""
    passes = values(frame, "quantity", table=here.CODE, engine=here.PACKAGE)
    one, two, three = at(passes, "pass 1", "pass 2", "pass 3")
    said = f"{number(one)}, {number(two)}, {number(three)} ms; the first over {MANY} times the "
    return Verdict(one > MANY * (two + three), said + "others together counts")


def packages_start_slowly(frame: pd.DataFrame) -> Verdict:
    """Whether each package takes over twice what either of ours takes, for 16 bytes."""
    found = first(frame)
    packages, own = at(found, *BIG), at(found, *OURS)
    pairs = zip([*BIG, *OURS], [*packages, *own], strict=True)
    said = ", ".join(f"{engine} {value:.0f} ms" for engine, value in pairs)
    said += f"; over {TWICE} times counts"
    return Verdict(min(packages) > TWICE * max(own), said)


def from_200_to_700(frame: pd.DataFrame) -> Verdict:
    """Of every package that there is a figure of, Code 1's too: of the faster, of the slower."""
    ends = "initialisation from", "initialisation to"
    passes = values(frame, "quantity", table=here.CODE, engine=here.PACKAGE)
    (one,) = at(passes, "pass 1")
    least, most = at(values(frame, "quantity", table=here.INITIALISE), *ends)
    text = values(studies.published("eaes-2011"), "quantity", table=here.INITIALISE)
    low, high = at(text, *ends)
    said = f"from {least:.0f} to {most:.0f} ms, {one:.0f} in Code 1's first pass; "
    said += f"{low:.0f} to {high:.0f} counts"
    return Verdict(low <= min(least, one) and max(most, one) <= high, said)


def whole_is_longer(frame: pd.DataFrame) -> Verdict:
    """The first series, end to end: EaesG's against the packages', at every size."""
    where = {"table": here.FIRST, "key_bits": 128, "operation": "encrypt"}
    wide = studies.matching(frame, where)
    if wide.empty:
        raise Missing("no figures of the first series: the paper prints none")
    wide = wide.pivot(index="file", columns="engine", values="value")
    wide = wide.reindex(columns=[*BIG, "EaesG"]).dropna()
    if wide.empty:
        raise Missing("no file of the first series that EaesG and both packages processed")
    ratios = wide[BIG].min(axis=1) / wide["EaesG"]
    said = ", ".join(f"{file} {ratio:.2f}" for file, ratio in ratios.items())
    return Verdict(bool((ratios > 1).all()), f"the faster package / EaesG: {said}")


def rows_need_less_memory(frame: pd.DataFrame) -> Verdict:
    """Tables, which all instances share."""
    found = values(frame, "engine", table=here.MEMORY, quantity=here.TABLE_BYTES)
    gladman, bertoni = at(found, *OURS)
    said = f"EaesG {gladman:.0f} bytes, EaesB {bertoni:.0f}; over {TWICE} times counts"
    return Verdict(gladman > TWICE * bertoni, said)


CLAIMS = [
    Claim(
        "hypothesis 1",
        "Specialized implementation of AES algorithm shows equally good or better results compared "
        "to the well known cryptographic packages",
        small_is_as_good,
    ),
    Claim(
        "hypothesis 2",
        "Large cryptographic suites lose a lot of the time for the first initialization at engine "
        "startup",
        packages_start_slowly,
    ),
    Claim(
        "hypothesis 3",
        "Experimental extensions of AES algorithm for 32 and 64 bit encryption and decryption are "
        "achieving even greater differences in processing speed compared to the large "
        "cryptographic packages",
        short_keys_gain_more,
    ),
    Claim(
        "testing methodology",
        "large cryptographic packages ... consume a lot of time (from 200 to even 700 ms) for "
        "initialization",
        from_200_to_700,
    ),
    Claim(
        "testing methodology, Code 1",
        "When we put the same code in the loop, we got significantly different results",
        first_pass_only,
    ),
    Claim(
        "conclusion",
        "The multifunctional implementations take more time for initialization ..., thus the data "
        "processing becomes longer.",
        whole_is_longer,
    ),
    Claim(
        "abstract",
        "Bouncy Castle has produced slightly better results than Oracle/Sun during encryption",
        package_wins("BC", "Sun", "encrypt"),
    ),
    Claim(
        "abstract",
        "in decryption, the results prove that Oracle/Sun implementation has been slightly faster",
        package_wins("Sun", "BC", "decrypt"),
    ),
    Claim(
        "measurement results",
        "for the shown differences in speed are still insignificant (Sun, Bouncy Castle, EaesG)",
        all_equal,
    ),
    Claim(
        "conclusion",
        "EaesG brings equally good results as Bouncy Castle and Oracle/Sun when considering "
        "128-bit encryption",
        equal(128, "encrypt", "Sun", "BC", "EaesG"),
    ),
    Claim(
        "conclusion",
        "but slightly worse results when it comes to decryption (128 bits)",
        ahead(128, "decrypt", BIG, ["EaesG"]),
    ),
    Claim(
        "conclusion",
        "Both EaesG and BC appear to have equally preferable outcomes in the 192-bit encryption.",
        ahead(192, "encrypt", ["EaesG", "BC"], ["Sun"]),
    ),
    Claim(
        "conclusion",
        "taking into consideration the process of decryption, ... Oracle/Sun implementation runs a "
        "bit faster (192 bits)",
        ahead(192, "decrypt", ["Sun"], ["BC", "EaesG"]),
    ),
    Claim(
        "conclusion",
        "256-bit encryption, all three implementations showed equally good results",
        equal(256, "encrypt", "Sun", "BC", "EaesG"),
    ),
    Claim(
        "conclusion",
        "while Oracle/Sun gets a better score in decryption (256 bits)",
        ahead(256, "decrypt", ["Sun"], ["EaesG", "BC"]),
    ),
    Claim(
        "conclusion",
        "EaesG ... shows significant improvements to EaesB ... no matter if it is related to "
        "encryption or decryption",
        tables_beat_rows,
    ),
    Claim(
        "conclusion",
        "EaesB implementation consumes significantly less memory",
        rows_need_less_memory,
    ),
    Claim(
        "expanded AES",
        "the time necessary for data processing is almost proportionally reduced as the number of "
        "algorithm rounds goes down",
        proportional,
    ),
    Claim(
        "conclusion",
        "we can gain as much as 20-30% higher speed compared to 128 bit encryption and decryption",
        a_fifth_to_a_third,
    ),
]
