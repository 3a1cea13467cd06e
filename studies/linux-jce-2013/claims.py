# SPDX-License-Identifier: Apache-2.0
"""What the paper concludes, from its slopes B1, computed of the times in full precision.

"Almost equal" and "fairly consistent" have no number in the paper; where one is needed it is said.
"""

import pandas as pd
from fifteen import studies
from fifteen.comparison import PAPER, Claim, Missing, Verdict, at, values

estimator = studies.estimator("linux-jce-2013")

NEARLY = 1.02  # "almost equal": within 2 %
BLUNDER = 1.1  # no more than a tenth slower is none
OLDEST, MIDDLE, NEWEST = estimator.JVMS


def slope(frame: pd.DataFrame, provider: str, jvm: str) -> float:
    """B1, in ms a KB, of the mean of both series. Raises Missing."""
    figure = next(name for name, where in estimator.FIGURES.items() if where == ("jvm", jvm))
    series = [PAPER, estimator.MEAN]
    where = {"table": figure, "provider": provider, "quantity": "time", "series": series}
    times = values(frame, "kb", **where)
    if len(times) < estimator.LEAST_SIZES:
        raise Missing(f"too few sizes of {provider} under {jvm}")
    return estimator.line(times.index.to_numpy(float), times.to_numpy(), weighted=False)["B1"]


def slopes(frame: pd.DataFrame, providers: list[str], jvms: list[str]) -> pd.Series:
    """B1 by the names of what differs, of those that the frame has; two at least."""
    found = {}
    for provider in providers:
        for jvm in jvms:
            try:
                found[provider if len(jvms) == 1 else jvm] = slope(frame, provider, jvm)
            except Missing:
                continue
    if len(found) < 2:
        raise Missing(f"too few times of {', '.join(providers)} under {', '.join(jvms)}")
    return pd.Series(found)


def shown(found: pd.Series) -> str:
    """``Oracle 0.02375 < Cryptix 0.02400``: as ordered."""
    return "B1 " + " < ".join(f"{name} {value:.5f}" for name, value in found.sort_values().items())


def least(provider: str, jvm: str):
    """That a provider has the smallest slope under a JVM."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = slopes(frame, list(estimator.ORDER), [jvm])
        at(found, provider)
        return Verdict(found.idxmin() == provider, f"{jvm}: {shown(found)}")

    return check


def slower_when_newer(provider: str):
    """That a provider's slope grows from JVM to JVM."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = slopes(frame, [provider], list(estimator.JVMS))
        return Verdict(bool(found.is_monotonic_increasing), shown(found))

    return check


def oldest_is_best(provider: str):
    """That a provider has its smallest slope under the oldest JVM."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = slopes(frame, [provider], list(estimator.JVMS))
        at(found, OLDEST)
        return Verdict(found.idxmin() == OLDEST, shown(found))

    return check


def faster_when_newer(frame: pd.DataFrame) -> Verdict:
    """That FlexiProvider's slope falls from JVM to JVM, of those there are."""
    found = slopes(frame, ["Flexi"], list(estimator.JVMS))
    return Verdict(bool(found.is_monotonic_decreasing), shown(found))


def in_order(jvm: str, *groups: tuple[str, ...]):
    """That every provider of a group has a smaller slope than all of the next group."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = slopes(frame, [name for group in groups for name in group], [jvm])
        worst = [max(at(found, *group)) for group in groups]
        best = [min(at(found, *group)) for group in groups]
        holds = all(a < b for a, b in zip(worst, best[1:], strict=False))
        return Verdict(holds, f"{jvm}: {shown(found)}")

    return check


def cryptix_like_oracle(frame: pd.DataFrame) -> Verdict:
    """That under every JVM the slopes of Cryptix and Oracle differ by 2 % at most."""
    ratios = {}
    for jvm in estimator.JVMS:
        found = slopes(frame, ["Oracle", "Cryptix"], [jvm])
        ratios[jvm] = max(found) / min(found)
    said = ", ".join(f"{jvm} {100 * (ratio - 1):.1f} %" for jvm, ratio in ratios.items())
    return Verdict(max(ratios.values()) <= NEARLY, f"B1 differ by {said}; 2 % is taken as almost")


def no_blunder(frame: pd.DataFrame) -> Verdict:
    """That under each JVM that has several providers the slowest is within a tenth of the best."""
    ratios = {}
    for jvm in estimator.JVMS:
        try:
            found = slopes(frame, list(estimator.ORDER), [jvm])
        except Missing:
            continue
        ratios[jvm] = max(found) / min(found)
    if not ratios:
        raise Missing("no JVM with two providers")
    said = ", ".join(f"{jvm} {ratio:.3f}" for jvm, ratio in ratios.items())
    holds = max(ratios.values()) <= BLUNDER
    return Verdict(holds, f"slowest B1 over fastest: {said}; 10 % is taken as no blunder")


def spread(frame: pd.DataFrame, provider: str) -> float:
    """The largest of a provider's slopes over its smallest."""
    found = slopes(frame, [provider], list(estimator.JVMS))
    return max(found) / min(found)


def consistent(frame: pd.DataFrame) -> Verdict:
    """That Bouncy Castle and FlexiProvider vary less between JVMs than Oracle and Cryptix."""
    spreads = {name: spread(frame, name) for name in estimator.ORDER}
    holds = max(spreads["BC"], spreads["Flexi"]) < min(spreads["Oracle"], spreads["Cryptix"])
    said = ", ".join(f"{name} {100 * (s - 1):.1f} %" for name, s in spreads.items())
    return Verdict(holds, f"largest B1 over smallest: {said}")


def adaptable(frame: pd.DataFrame) -> Verdict:
    """That from JDK 6 to 7 Bouncy Castle's slope changes for the better of all, or least."""
    before = slopes(frame, list(estimator.ORDER), [MIDDLE])
    after = slopes(frame, list(estimator.ORDER), [NEWEST])
    change = (after / before).dropna()
    at(change, "BC", "Oracle")
    said = ", ".join(f"{name} {100 * (c - 1):+.1f} %" for name, c in change.items())
    return Verdict(change.idxmin() == "BC", f"B1 from {MIDDLE} to {NEWEST}: {said}")


def printed(frame: pd.DataFrame, quantity: str) -> pd.Series:
    """A coefficient of every line of Figs. 1 to 4, by provider and JVM."""
    rows = studies.matching(
        frame,
        {"quantity": quantity, "series": [PAPER, estimator.MEAN], "table": list(estimator.FIGURES)},
    )
    rows = rows[rows["table"] <= "Fig. 4"].dropna(subset=["value"])
    return rows.set_index(["provider", "jvm"])["value"]


def quantiles(frame: pd.DataFrame) -> Verdict:
    """That half of each interval of B0 is its standard error times Student's t."""
    half = (printed(frame, "UpB0") - printed(frame, "LowB0")) / 2
    found = (half / printed(frame, "B0Err")).dropna()
    if found.empty:
        raise Missing("no lines")
    sizes = studies.matching(frame, {"quantity": "time", "table": "Fig. 7"})["kb"].nunique()
    wanted = estimator.quantile(sizes)
    wrong = found[(found - wanted).abs() > 0.005]
    said = f"t of {sizes - 2} degrees is {wanted:.3f}, the normal quantile 1.960; "
    said += f"{len(found) - len(wrong)} of {len(found)} intervals have t"
    others = [f"{provider} {jvm} {value:.3f}" for (provider, jvm), value in wrong.items()]
    return Verdict(not others, said + (f", not {', '.join(others)}" if others else ""))


CLAIMS = [
    Claim(
        "abstract",
        "the Oracle/Sun implementation the AES algorithm is superior under the versions 5 and 6 "
        "JDK (here 5)",
        least("Oracle", OLDEST),
    ),
    Claim("abstract", "the same under version 6", least("Oracle", MIDDLE)),
    Claim(
        "abstract",
        "the Bouncy Castle implementation takes over the lead in the case of the version 7 JDK",
        least("BC", NEWEST),
    ),
    Claim(
        "section 3",
        "we used estimated standard errors to create the confidence intervals at a 95% confidence "
        "level",
        quantiles,
    ),
    Claim(
        "Fig. 1",
        "gradual deceleration while moving from older to newer testing environment (Oracle)",
        slower_when_newer("Oracle"),
    ),
    Claim(
        "Fig. 2",
        "Some slightly faster encryption can be noted only when it comes to version 5 JDK (Bouncy "
        "Castle)",
        oldest_is_best("BC"),
    ),
    Claim(
        "Fig. 3",
        "under the JDK 5, shows slightly better results than … 6, and it further shows better "
        "results than … the version 7 JDK (Cryptix)",
        slower_when_newer("Cryptix"),
    ),
    Claim(
        "Fig. 4",
        "just a bit higher encryption speed in the case of the updated versions of JDK "
        "(FlexiProvider)",
        faster_when_newer,
    ),
    Claim(
        "Fig. 6",
        "Oracle and Cryptix … have very similar results …. A bit lower results are obtained with "
        "the Bouncy Castle implementation … followed by FlexiProvider",
        in_order(MIDDLE, ("Oracle", "Cryptix"), ("BC",), ("Flexi",)),
    ),
    Claim(
        "Fig. 7",
        "Bouncy Castle … the best results. Less favourable results are the ones of Oracle/SUN and "
        "… Cryptix …, while FlexiProvider … the worst",
        in_order(NEWEST, ("BC",), ("Oracle", "Cryptix"), ("Flexi",)),
    ),
    Claim(
        "section 5",
        "Cryptix implementation shows amazingly favourable results, almost equal to the results of "
        "the Oracle/Sun implementation … in each conducted test",
        cryptix_like_oracle,
    ),
    Claim(
        "section 5",
        "Bouncy Castle and FlexiProvider implementations of the AES algorithm show fairly "
        "consistent results for different versions of the JDK",
        consistent,
    ),
    Claim(
        "section 5",
        "Bouncy Castle implementation of the AES algorithm is fairly more adaptable to newer "
        "versions of JDK than others",
        adaptable,
    ),
    Claim(
        "section 5",
        "we will not blunder when opting for a certain AES algorithm under Linux operating system "
        "with regards to its performance",
        no_blunder,
    ),
    Claim(
        "section 5",
        "we'd better use the Oracle … implementations with some older version of Java virtual "
        "machines",
        oldest_is_best("Oracle"),
    ),
    Claim("section 5", "the same of Bouncy Castle", oldest_is_best("BC")),
    Claim("section 5", "the same of Cryptix", oldest_is_best("Cryptix")),
]
