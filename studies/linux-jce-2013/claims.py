# SPDX-License-Identifier: Apache-2.0
"""What the paper concludes, from its slopes B1, computed of the times in full precision.

Where its words need a number: "almost equal" and "very close" are within 2 %, "fairly consistent"
within 3 %, "just a bit" up to 10 %, and "we will not blunder" is that none costs over 10 % more.
Who leads is said with its lead and with whether the 95 % intervals of the two slopes overlap.
FlexiProvider's own figure (Fig. 4) speaks of speed, not of a slope: it is judged by the times.
"""

import contextlib

import pandas as pd
from fifteen import studies
from fifteen.comparison import PAPER, Claim, Missing, Verdict, at, values

estimator = studies.estimator("linux-jce-2013")

NEARLY = 1.02  # "almost equal", "very close": within 2 %
CONSISTENT = 1.03  # "fairly consistent": within 3 %
A_BIT = 1.1  # "just a bit": up to 10 %
BLUNDER = 1.1  # no more than a tenth slower is none
OLDEST, MIDDLE, NEWEST = estimator.JVMS
PRINTED = ["Fig. 1", "Fig. 2", "Fig. 3", "Fig. 6", "Fig. 7"]  # with a table; the others without


def times_of(frame: pd.DataFrame, provider: str, jvm: str) -> pd.Series:
    """The mean of both series in ms, by KB. Raises Missing."""
    figure = next(name for name, where in estimator.FIGURES.items() if where == ("jvm", jvm))
    series = [PAPER, estimator.MEAN]
    where = {"table": figure, "provider": provider, "quantity": "time", "series": series}
    times = values(frame, "kb", **where)
    if len(times) < estimator.LEAST_SIZES:
        raise Missing(f"too few sizes of {provider} under {jvm}")
    return times


def line(frame: pd.DataFrame, provider: str, jvm: str) -> dict[str, float]:
    """The paper's line through these times. Raises Missing."""
    times = times_of(frame, provider, jvm)
    return estimator.line(times.index.to_numpy(float), times.to_numpy(), weighted=False)


def slopes(frame: pd.DataFrame, providers: list[str], jvms: list[str]) -> pd.Series:
    """B1 by the names of what differs, of those that the frame has; two at least."""
    found = {}
    for provider in providers:
        for jvm in jvms:
            try:
                found[provider if len(jvms) == 1 else jvm] = line(frame, provider, jvm)["B1"]
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
        first, second = found.nsmallest(2).index
        overlap = line(frame, first, jvm)["UpB1"] >= line(frame, second, jvm)["LowB1"]
        said = f"{jvm}: {shown(found)}; {first} ahead by {found[second] / found[first] - 1:.1%}, "
        said += f"the 95 % intervals {'overlap' if overlap else 'lie apart'}"
        return Verdict(found.idxmin() == provider, said)

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


def flexi_times(frame: pd.DataFrame) -> pd.DataFrame:
    """FlexiProvider's times in ms, a row a size, a column a JVM. Raises Missing for one JVM."""
    found = {}
    for jvm in estimator.JVMS:
        with contextlib.suppress(Missing):
            found[jvm] = times_of(frame, "Flexi", jvm)
    wide = pd.DataFrame(found).dropna()
    if len(found) < 2 or wide.empty:
        raise Missing("too few times of Flexi")
    return wide


def sums(times: pd.DataFrame) -> str:
    """For people, by JVM."""
    said = ", ".join(f"{jvm} {total:.0f}" for jvm, total in times.sum().items())
    picture = "" if OLDEST in times else f" (the paper has {OLDEST} only as a picture)"
    return f"sums of the times in ms: {said}{picture}"


def flexi_gains(frame: pd.DataFrame) -> Verdict:
    """That the sum of FlexiProvider's times falls from JVM to JVM, by no more than a tenth."""
    times = flexi_times(frame)
    total, shorter = times.sum(), int((times.iloc[:, -1] < times.iloc[:, 0]).sum())
    falls = total.is_monotonic_decreasing and total.iloc[-1] < total.iloc[0]
    said = f"{sums(times)}; shorter at {shorter} of {len(times)} sizes; up to 10 % is a bit; "
    said += f"{shown(slopes(frame, ['Flexi'], list(estimator.JVMS)))}"
    return Verdict(bool(falls and total.iloc[0] <= A_BIT * total.iloc[-1]), said)


def flexi_is_close(frame: pd.DataFrame) -> Verdict:
    """That the sums of FlexiProvider's times under all JVMs lie within 2 %."""
    times = flexi_times(frame)
    total, each = times.sum(), times.max(axis=1) / times.min(axis=1) - 1
    apart = total.max() / total.min()
    said = f"{sums(times)}; apart by {apart - 1:.1%}, 2 % is taken as very close; "
    said += f"at one size by up to {each.max():.0%} ({each.idxmax():.0f} KB)"
    return Verdict(apart <= NEARLY, said)


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
    """That the slopes of Bouncy Castle and of FlexiProvider lie within 3 % from JVM to JVM."""
    spreads = {}
    for name in estimator.ORDER:
        with contextlib.suppress(Missing):
            spreads[name] = spread(frame, name)
    both = at(pd.Series(spreads, dtype=float), "BC", "Flexi")
    said = ", ".join(f"{name} {100 * (s - 1):.1f} %" for name, s in spreads.items())
    said = f"largest B1 over smallest: {said}; 3 % is taken as fairly consistent"
    return Verdict(max(both) <= CONSISTENT, said)


def adaptable(frame: pd.DataFrame) -> Verdict:
    """That from JDK 6 to 7 Bouncy Castle's slope changes for the better of all, or least."""
    before = slopes(frame, list(estimator.ORDER), [MIDDLE])
    after = slopes(frame, list(estimator.ORDER), [NEWEST])
    change = (after / before).dropna()
    at(change, "BC", "Oracle")
    said = ", ".join(f"{name} {100 * (c - 1):+.1f} %" for name, c in change.items())
    return Verdict(change.idxmin() == "BC", f"B1 from {MIDDLE} to {NEWEST}: {said}")


def printed(frame: pd.DataFrame, quantity: str) -> pd.Series:
    """A coefficient of every line that is printed, by figure, provider and JVM.

    Not of ours: their intervals are made with *t*, so that there is nothing to find out.
    """
    rows = studies.matching(frame, {"quantity": quantity, "series": PAPER, "table": PRINTED})
    return rows.dropna(subset=["value"]).set_index(["table", "provider", "jvm"])["value"]


def quantiles(frame: pd.DataFrame) -> Verdict:
    """That half of each interval of B0 is its standard error times Student's t."""
    half = (printed(frame, "UpB0") - printed(frame, "LowB0")) / 2
    found = (half / printed(frame, "B0Err")).dropna()
    if found.empty:
        raise Missing("no intervals but the paper's")
    sizes = studies.matching(frame, {"quantity": "time", "table": "Fig. 7"})["kb"].nunique()
    wanted = estimator.quantile(sizes)
    wrong = found[(found - wanted).abs() > 0.005]
    said = f"t of {sizes - 2} degrees is {wanted:.3f}, the normal quantile 1.960; "
    said += f"{len(found) - len(wrong)} of {len(found)} printed intervals have t"
    others = [
        f"{fig} {provider} {jvm} {value:.3f}" for (fig, provider, jvm), value in wrong.items()
    ]
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
        "The FlexiProvider implementation … shows very close results within all three testing "
        "environments",
        flexi_is_close,
    ),
    Claim(
        "Fig. 4",
        "just a bit higher encryption speed in the case of the updated versions of JDK "
        "(FlexiProvider)",
        flexi_gains,
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
