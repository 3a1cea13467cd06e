# SPDX-License-Identifier: Apache-2.0
"""What the paper concludes of speeds, each sentence with what it means in figures.

Where its words need a number: "about twice" is 1.5 to 2.5 times, "about 25 %" is 20 to 30, "about
as fast" within 15 %; "virtually identical" is within 5 %, of the two directions within 10; "not
dependent" and "the same" are within 5 %, "significantly different" over 20. "Similar" is a rank
correlation of 0.9, "deviate much" that a cipher's lead over another is twice what it is there.
"Far behind" is half, "somewhat faster than a third" up to a half, "quite slow" half as fast.

Where a claim names no key size, it is of 128 bits (DES and Triple-DES have one of their own).
"""

import statistics

import pandas as pd
from fifteen import studies
from fifteen.comparison import Claim, Missing, Verdict, at, values

estimator = studies.estimator("iaik-2000")

CANDIDATES = ("mars", "rc6", "rijndael", "serpent", "twofish")
CIPHERS = ("des", "3des", "idea", *CANDIDATES)
ENCRYPT, DECRYPT = "Encryption Speed", "Decryption Speed"
SET_UP, SET_UP_BACK = "Encryption Key Setup", "Decryption Key Setup"
KEY_BITS = (128, 192, 256)
OWN = {"des": 64, "3des": 192}  # key sizes as stored

SAME = 0.05  # "virtually identical", "not dependent": within 5 %
ABOUT = 0.15  # "about as fast": within 15 %
SIMILAR = 0.9  # "similar": a rank correlation
APART = 0.20  # "significantly different": by more than 20 %
MUCH = 2  # "deviate much": one cipher twice as much as another


def speeds(frame: pd.DataFrame, table: str, key_bits: int = KEY_BITS[0]) -> pd.Series:
    """A row of the appendix, by cipher: DES and Triple-DES stand in the first."""
    rows = studies.matching(frame, {"table": table})
    if key_bits == KEY_BITS[0]:
        wanted = rows["cipher"].map(OWN).fillna(key_bits)
    else:
        wanted = rows["cipher"].isin(OWN).map({True: -1, False: key_bits})
    return values(rows[rows["key_bits"] == wanted], "cipher", table=table)


def ratio(a: float, b: float) -> float:
    """The larger over the smaller."""
    return max(a, b) / min(a, b)


def named(numbers: dict[str, float]) -> str:
    """``rc6 1.33, mars 1.02``."""
    return ", ".join(f"{name} {value:.2f}" for name, value in numbers.items())


def by_size(frame: pd.DataFrame, table: str, *ciphers: str) -> dict[str, float]:
    """By cipher, the fastest key size over the slowest."""
    found = [at(speeds(frame, table, key_bits), *ciphers) for key_bits in KEY_BITS]
    sizes = zip(*found, strict=True)
    return {name: max(of) / min(of) for name, of in zip(ciphers, sizes, strict=True)}


def _of_sizes(spreads: dict[str, float], limit: float) -> str:
    """What ``by_size`` found, and from where on it counts."""
    return f"fastest key size over slowest: {named(spreads)}; over {1 + limit:.2f} counts"


# ---- Speed ----


def twice_as_fast(frame: pd.DataFrame) -> Verdict:
    """1.5 to 2.5 times is about twice."""
    found = dict(zip(CANDIDATES, at(speeds(frame, ENCRYPT), *CANDIDATES), strict=True))
    factor = max(found.values()) / min(found.values())
    fastest, slowest = max(found, key=found.get), min(found, key=found.get)
    said = f"{fastest} {factor:.2f} times {slowest}; 1.5 to 2.5 is taken as about twice"
    return Verdict(1.5 <= factor <= 2.5, said)


def ahead(frame: pd.DataFrame) -> Verdict:
    """RC6 over the next candidate, both directions; 20 to 30 % is about 25 %."""
    leads = {}
    for table in (ENCRYPT, DECRYPT):
        found = speeds(frame, table)
        (rc6,) = at(found, "rc6")
        others = at(found, *(c for c in CANDIDATES if c != "rc6"))
        leads[table] = rc6 / max(others)
    holds = all(1.2 <= lead <= 1.3 for lead in leads.values())
    said = ", ".join(f"{table} {100 * (lead - 1):+.0f} %" for table, lead in leads.items())
    return Verdict(holds, f"RC6 over the next: {said}; 20 to 30 % is taken as about 25 %")


def fastest(table: str, cipher: str, *sizes: int):
    """That a candidate is the fastest of a table at these key sizes."""

    def check(frame: pd.DataFrame) -> Verdict:
        leaders = {}
        for key_bits in sizes:
            found = speeds(frame, table, key_bits)
            leaders[key_bits] = max(CANDIDATES, key=lambda c: at(found, c)[0])  # noqa: B023
        said = ", ".join(f"{bits} bits {name}" for bits, name in leaders.items())
        return Verdict(set(leaders.values()) == {cipher}, f"fastest in {table}: {said}")

    return check


def slowest(table: str, cipher: str):
    """That a candidate is the slowest of a table."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = speeds(frame, table)
        last = min(CANDIDATES, key=lambda c: at(found, c)[0])
        return Verdict(last == cipher, f"slowest in {table}: {last} {found[last]:.0f}")

    return check


def three_alike(frame: pd.DataFrame) -> Verdict:
    """MARS, Rijndael and Twofish within 5 %."""
    found = at(speeds(frame, ENCRYPT), "mars", "rijndael", "twofish")
    factor = max(found) / min(found)
    return Verdict(factor <= 1 + SAME, f"fastest to slowest of the three {factor:.3f}; 1.05 counts")


def serpent_like_idea(frame: pd.DataFrame) -> Verdict:
    """Serpent the last of the candidates, within 15 % of IDEA."""
    found = speeds(frame, ENCRYPT)
    serpent, idea = at(found, "serpent", "idea")
    last = serpent == min(at(found, *CANDIDATES))
    holds = last and abs(serpent / idea - 1) <= ABOUT
    return Verdict(holds, f"Serpent / IDEA {serpent / idea:.2f}; within 15 % is taken as about")


def des_follows(frame: pd.DataFrame) -> Verdict:
    """DES below Serpent, Triple DES below half of DES."""
    serpent, des, triple = at(speeds(frame, ENCRYPT), "serpent", "des", "3des")
    said = f"Serpent {serpent:.0f}, DES {des:.0f}, Triple DES {triple:.0f} kbit/s; "
    said += f"{triple / des:.2f} of DES, under 0.50 is far behind"
    return Verdict(serpent > des and triple < des / 2, said)


def a_third(frame: pd.DataFrame) -> Verdict:
    """Triple DES between one third and one half of DES."""
    des, triple = at(speeds(frame, ENCRYPT), "des", "3des")
    share = triple / des
    return Verdict(1 / 3 < share < 1 / 2, f"Triple DES / DES {share:.3f}; 0.333 to 0.500 counts")


def idea_beats_des(frame: pd.DataFrame) -> Verdict:
    """IDEA above DES."""
    idea, des = at(speeds(frame, ENCRYPT), "idea", "des")
    return Verdict(idea > des, f"IDEA / DES {idea / des:.2f}")


def same_both_ways(frame: pd.DataFrame) -> Verdict:
    """Encryption and decryption within 10 %, every cipher."""
    there, back = (at(speeds(frame, table), *CIPHERS) for table in (ENCRYPT, DECRYPT))
    ratios = dict(zip(CIPHERS, map(ratio, there, back), strict=True))
    worst = max(ratios, key=ratios.get)
    said = f"furthest apart {worst}, {100 * (ratios[worst] - 1):.0f} %; 10 % is taken as virtually"
    return Verdict(ratios[worst] <= 1 + 2 * SAME, said)


def only_rijndael_slows(frame: pd.DataFrame) -> Verdict:
    """Rijndael alone differs by more than 5 % between key sizes, encrypting."""
    spreads = by_size(frame, ENCRYPT, *CANDIDATES)
    dependent = [name for name, value in spreads.items() if value > 1 + SAME]
    return Verdict(dependent == ["rijndael"], _of_sizes(spreads, SAME))


def rijndael_falls(frame: pd.DataFrame) -> Verdict:
    """Speed and key set-up fall with every longer key."""
    found = {
        table: [at(speeds(frame, table, key_bits), "rijndael")[0] for key_bits in KEY_BITS]
        for table in (ENCRYPT, SET_UP)
    }
    holds = all(a > b > c for a, b, c in found.values())
    said = "; ".join(f"{t} {', '.join(f'{v:.0f}' for v in vs)}" for t, vs in found.items())
    return Verdict(holds, said)


def slower_in_java(most: float, typical: bool):
    """C's speed over Java's at 128 bits: of every candidate, or typically, the median of them."""

    def check(frame: pd.DataFrame) -> Verdict:
        found = values(frame, "cipher", table=estimator.BESIDE_C, key_bits=128)
        numbers = dict(zip(CANDIDATES, at(found, *CANDIDATES), strict=True))
        worst = statistics.median(numbers.values()) if typical else max(numbers.values())
        what = "median" if typical else "most"
        return Verdict(worst < most, f"C / Java {named(numbers)}: {what} {worst:.2f}")

    return check


def in_line_with_c(frame: pd.DataFrame) -> Verdict:
    """Spearman's rho of the candidates' speeds in Java and in C at 128 bits; from 0.9 on."""
    java = pd.Series(dict(zip(CANDIDATES, at(speeds(frame, ENCRYPT), *CANDIDATES), strict=True)))
    times = values(frame, "cipher", table=estimator.BESIDE_C, key_bits=128)
    c = java * at(times, *CANDIDATES)
    rho = round(java.corr(c, "spearman"), 6)  # 0.9 is not quite 0.9 in floats
    orders = [", ".join(one.sort_values(ascending=False).index) for one in (java, c)]
    said = f"Spearman's rho {rho:.2f}, 0.9 counts; fastest first: Java {orders[0]}; C {orders[1]}"
    return Verdict(rho >= SIMILAR, said)


def unlike_the_java_study(frame: pd.DataFrame) -> Verdict:
    """How many times the speeds of NIST's report ours are: of one cipher, over those of another."""
    report = values(
        studies.published("nist-java-1999"),
        "cipher",
        table="Appendix A",
        quantity="encrypt",
        key_bits=128,
    )
    theirs = at(report.rename({"mars-round1": "mars"}), *CANDIDATES)
    mine = at(speeds(frame, ENCRYPT), *CANDIDATES)
    both = pd.DataFrame({"here": mine, "there": theirs}, index=CANDIDATES)
    times = both["here"] / both["there"]
    most = times.max() / times.min()
    said = f"{times.idxmax()} over {times.idxmin()} {most:.2f} times what it is there, from {MUCH} "
    said += f"on is much; Spearman's rho {both.corr('spearman').iloc[0, 1]:.2f}; MARS there is of "
    return Verdict(most >= MUCH, said + "round 1")


# ---- Key set-up ----


def seven_times(frame: pd.DataFrame) -> Verdict:
    """The fastest candidate's set-up over the slowest's."""
    found = dict(zip(CANDIDATES, at(speeds(frame, SET_UP), *CANDIDATES), strict=True))
    first, last = max(found, key=found.get), min(found, key=found.get)
    return Verdict(
        found[first] > 7 * found[last], f"{first} {found[first] / found[last]:.2f} times {last}"
    )


def only_two_differ_by_direction(frame: pd.DataFrame) -> Verdict:
    """Rijndael and IDEA alone by more than 5 %, at any key size."""
    different = {}
    for key_bits in KEY_BITS:
        names = CIPHERS if key_bits == KEY_BITS[0] else CANDIDATES
        found = (at(speeds(frame, table, key_bits), *names) for table in (SET_UP, SET_UP_BACK))
        for name, there, back in zip(names, *found, strict=True):
            if ratio(there, back) > 1 + SAME:
                different.setdefault(name, []).append(f"{key_bits} bits {there:.0f} and {back:.0f}")
    said = "; ".join(f"{name} {', '.join(found)}" for name, found in different.items())
    holds = set(different) == {"rijndael", "idea"}
    return Verdict(holds, f"by over {SAME:.0%} differ: {said or 'none'}")


def only_two_differ_by_size(table: str):
    """Rijndael and Twofish alone by more than 20 % between key sizes."""

    def check(frame: pd.DataFrame) -> Verdict:
        spreads = by_size(frame, table, *CANDIDATES)
        different = {name for name, value in spreads.items() if value > 1 + APART}
        said = f"{table}, {_of_sizes(spreads, APART)}"
        return Verdict(different == {"rijndael", "twofish"}, said)

    return check


def idea_inverts(frame: pd.DataFrame) -> Verdict:
    """IDEA's decryption set-up takes more than twice its encryption set-up."""
    there, back = (at(speeds(frame, table), "idea")[0] for table in (SET_UP, SET_UP_BACK))
    return Verdict(there > 2 * back, f"encryption / decryption {there / back:.2f}; over 2 counts")


def rijndael_inverts(frame: pd.DataFrame) -> Verdict:
    """Rijndael's decryption set-up is slower than its encryption set-up at every size."""
    found = [
        at(speeds(frame, SET_UP, bits), "rijndael")[0]
        / at(speeds(frame, SET_UP_BACK, bits), "rijndael")[0]
        for bits in KEY_BITS
    ]
    said = ", ".join(f"{value:.2f}" for value in found)
    return Verdict(min(found) > 1, f"encryption / decryption {said}")


def not_far_ahead(frame: pd.DataFrame) -> Verdict:
    """Rijndael's lead is less with 256-bit keys in decryption than with 128 in encryption."""
    leads = []
    for table, key_bits in ((SET_UP, 128), (SET_UP_BACK, 256)):
        found = speeds(frame, table, key_bits)
        (rijndael,) = at(found, "rijndael")
        leads.append(rijndael / max(at(found, *(c for c in CANDIDATES if c != "rijndael"))))
    said = f"over the next: 128 bits, encryption {leads[0]:.2f}; 256, decryption {leads[1]:.2f}"
    return Verdict(leads[1] < leads[0], said)


# ---- Difficulty ----


def grades_follow(series: str):
    """That an easier grade goes with less complexity: Kendall's tau over 0.5."""

    def check(frame: pd.DataFrame) -> Verdict:
        grades = values(studies.published("iaik-2000"), "cipher", table=estimator.GRADES)
        found = values(frame, "cipher", table=estimator.GRADES, series=series)
        both = pd.concat([grades.rename("grade"), found.rename("cost")], axis=1).dropna()
        if len(both) < len(grades):
            raise Missing(f"no {series} of every cipher")
        tau = both["grade"].corr(-both["cost"], method="kendall")
        return Verdict(tau > 0.5, f"Kendall's tau of grade and less {series} {tau:.2f}; 0.5 counts")

    return check


CLAIMS = [
    Claim(
        "abstract", "the fastest algorithm being about twice as fast as the slowest", twice_as_fast
    ),
    Claim(
        "section 3.1",
        "While Java is of course slower than C the difference is typically less than a factor of "
        "two, heavily optimized C code excluded",
        slower_in_java(2, typical=True),
    ),
    Claim(
        "section 4.1",
        "only Rijndael and IDEA have different key setup times for encryption and decryption modes",
        only_two_differ_by_direction,
    ),
    Claim(
        "section 4.1",
        "only Rijndael and Twofish significantly different setup times for different key lengths "
        "(encryption)",
        only_two_differ_by_size(SET_UP),
    ),
    Claim("section 4.1", "the same for decryption", only_two_differ_by_size(SET_UP_BACK)),
    Claim(
        "section 4.1",
        "For all ciphers analyzed the encryption and decryption times are virtually identical",
        same_both_ways,
    ),
    Claim(
        "section 4.1",
        "only Rijndael's performance is dependent on the key length",
        only_rijndael_slows,
    ),
    Claim(
        "section 4.3",
        'implementation difficulty "grades" (here: do they go with Halstead\'s effort?)',
        grades_follow("Halstead's effort"),
    ),
    Claim(
        "section 5.2",
        "Triple DES only performs somewhat faster than one third of the speed of DES",
        a_third,
    ),
    Claim("section 5.3", "it performs quite well compared to DES (IDEA)", idea_beats_des),
    Claim(
        "section 5.3",
        "its key setup is quite slow in decryption mode (IDEA; here: twice as slow)",
        idea_inverts,
    ),
    Claim(
        "section 5.5",
        "it still comes out as the fastest algorithm on almost all platforms (RC6; here: on this)",
        fastest(ENCRYPT, "rc6", *KEY_BITS),
    ),
    Claim(
        "section 5.6",
        "decreasing speed for both key setup and encryption (Rijndael, as the key length grows)",
        rijndael_falls,
    ),
    Claim(
        "section 5.6",
        "Key setup for Rijndael is very fast for in encryption mode but slower in decryption mode",
        rijndael_inverts,
    ),
    Claim("section 6", "RC6 is about 25% faster than the other algorithms", ahead),
    Claim(
        "section 6",
        "Then MARS, Rijndael, and Twofish follow with virtually identical performance for 128 bit "
        "keys",
        three_alike,
    ),
    Claim(
        "section 6",
        "Serpent is trailing behind but is still about as fast as IDEA",
        serpent_like_idea,
    ),
    Claim("section 6", "DES follows with Triple DES far behind", des_follows),
    Claim(
        "section 6",
        "These results are similar to some tests made using C implementations",
        in_line_with_c,
    ),
    Claim(
        "section 6",
        "but deviate much from Java studies (here from its reference [4], study nist-java-1999)",
        unlike_the_java_study,
    ),
    Claim(
        "section 6",
        "Java is no more than a factor of 2-3 slower than optimized C code",
        slower_in_java(3, typical=False),
    ),
    Claim(
        "section 6",
        "the fastest AES candidate more than 7 times as fast as the slowest (key setup)",
        seven_times,
    ),
    Claim(
        "section 6",
        "Rijndael is the fastest algorithm with respect to key setup (encryption)",
        fastest(SET_UP, "rijndael", *KEY_BITS),
    ),
    Claim("section 6", "the same for decryption", fastest(SET_UP_BACK, "rijndael", *KEY_BITS)),
    Claim(
        "section 6",
        "it is not that far ahead when keys longer than 128 bit are used and in decryption mode",
        not_far_ahead,
    ),
    Claim(
        "section 6",
        "Twofish has a fairly slow key setup using this implementation option (here: the slowest)",
        slowest(SET_UP, "twofish"),
    ),
]
