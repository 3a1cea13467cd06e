# SPDX-License-Identifier: Apache-2.0
"""Goals and verdicts, on figures that are known."""

import io
import itertools
import re
from collections import Counter
from dataclasses import replace

import pandas as pd
import pytest
import synthetic
from click.testing import CliRunner
from fifteen import (
    evaluate,
    jvms,
    manifest,
    naming,
    places,
    plan,
    records,
    session,
    speed,
    speed_goals,
    speed_table,
    speed_verdicts,
    statistics,
    study,
)
from fifteen.errors import Mistake
from fifteen.naming import is_peer
from fifteen.speed_goals import Goal, Ours, Point
from fifteen.speed_verdicts import Found, Kind
from rich.console import Console

ZEN3 = "vendor_id AuthenticAMD, cpu family 25, model 1, stepping 1"
GCC, JDK = "gcc-12.2.0", "openjdk-17.0.15"


def engine(name: str, pays_from: int = 0, toolchain: str = "", **more) -> manifest.Engine:
    """An engine of ours or a peer's; ``name``: its id."""
    language, one, other = name.split("/")
    cipher, library = (one, "fifteen") if one in manifest.load() else (other, one)
    sizes = manifest.cipher(cipher).key_bits
    return manifest.Engine(
        engine=name, cipher=cipher, name=other, library=library, version="1",
        block_bytes=8 if cipher in ("des", "3des", "idea") else 16, key_bits_min=sizes[0],
        key_bits_max=sizes[-1], key_bits_step=64, pays_from=pays_from,
        toolchain=toolchain or {"c": GCC, "java": JDK}[language], **more,
    )  # fmt: skip


def ours(*engines: manifest.Engine, lacking=()) -> Ours:
    there = {}
    for one in engines or [engine(f"{of}/rc6/portable") for of in ("c", "java")]:
        there.setdefault(one.toolchain, []).append(one)
    return Ours(there, dict(lacking))


@pytest.fixture(scope="module")
def values(tmp_path_factory) -> pd.DataFrame:
    values = statistics.load(synthetic.write(tmp_path_factory.mktemp("synthetic"))).usable()
    values = values[~values["operation"].isin(naming.MODES)]  # a test makes its own
    return values[values["cipher"].isin(("rc6", "rijndael")) & (values["blocks"] <= 1024)]


GOAL = Goal(
    "c", "", "rc6", "", (Point("encrypt", 128, 1024),), "cycles a byte", ("any",), 12.0,
    "", "", "", "",
)  # fmt: skip
TIMES = replace(GOAL, unit="times", goal=2.0)
JAVA = replace(TIMES, language="java", jvm="17", beside=("BC", "bouncycastle"))


def line(goal: Goal, values: pd.DataFrame, *engines, **more) -> speed_verdicts.Line:
    found = {"ours": ours(*engines), "processor": ZEN3} | more
    [line] = speed_verdicts.lines([goal], Found(values, **found))
    return line


def as_other(values, engine: str, other: str, cost: float, toolchain=None) -> pd.DataFrame:
    """The values, and those of an engine again as another's that takes ``cost`` times as long."""
    copied = values[values["engine"] == engine].copy()
    copied["engine"], copied["cell"] = other, copied["cell"].str.replace(engine, other)
    if toolchain:
        copied["cell"] = copied["cell"].str.replace(r"@.*", f"@{toolchain}", regex=True)
        copied["toolchain"] = toolchain
    for quantity in ("ns", "cycles"):
        copied[quantity] *= cost
    return pd.concat([values, copied], ignore_index=True)


# ---- A verdict of each kind ----


def test_a_goal_in_cycles_is_reached_or_missed_by_the_whole_interval(values):
    found = line(GOAL, values)
    assert found.verdict == "PASS" and found.reached == pytest.approx(11.6, rel=0.02)
    assert found.low < found.reached < found.high < 12
    missed = line(replace(GOAL, goal=5.8), values)
    assert missed.kind is Kind.SHORT and re.fullmatch(r"(99|10\d)(\.\d)? % short", missed.verdict)
    between = line(replace(GOAL, goal=found.reached), values)
    assert between.kind is Kind.UNDECIDED and re.fullmatch(
        r"not decided: \[11\.\d–11\.\d\]", between.verdict
    )


def test_a_ratio_is_reached_or_missed_by_the_whole_interval(values):
    for cost, kind in ((2.5, Kind.PASS), (1.5, Kind.SHORT)):
        found = line(TIMES, as_other(values, "c/rc6/portable", "c/quick/rc6", cost))
        assert found.kind is kind and found.reached == pytest.approx(cost)
    assert found.verdict == "33.3 % short"
    # each round another way: the mean is on the goal's side, the interval is not
    both = as_other(values, "c/rc6/portable", "c/quick/rc6", 2.1)
    odd = (both["engine"] == "c/quick/rc6") & (both["round"] % 2 == 1)
    both.loc[odd, "cycles"] *= 0.8
    found = line(replace(TIMES, goal=1.85), both)
    assert found.low < 1.85 < found.reached and found.kind is Kind.UNDECIDED


def test_fewer_than_six_rounds_decide_nothing(values):
    few = values[values["round"] <= 5]
    assert line(GOAL, few).verdict == "not decided: 5 rounds, fewer than 6"
    both = as_other(few, "c/rc6/portable", "c/quick/rc6", 9.0)
    assert line(TIMES, both).kind is Kind.UNDECIDED
    # and of a ratio only the rounds that have both count
    both = as_other(values, "c/rc6/portable", "c/quick/rc6", 9.0)
    both = both[(both["engine"] != "c/quick/rc6") | (both["round"] > 1)]
    assert line(TIMES, both).verdict == "not decided: 5 rounds, fewer than 6"


@pytest.mark.parametrize(
    ("processor", "is_one"),
    [
        (ZEN3, True),
        ("vendor_id AuthenticAMD, cpu family 25, model 33, stepping 0", True),
        ("vendor_id AuthenticAMD, cpu family 25, model 97, stepping 2", False),  # a Zen 4
        ("vendor_id AuthenticAMD, cpu family 25, model 17, stepping 1", False),
        ("vendor_id AuthenticAMD, cpu family 23, model 49, stepping 0", False),
        ("vendor_id GenuineIntel, cpu family 6, model 143, stepping 8", False),
        ("", False),
    ],
)
def test_cycles_are_judged_on_a_zen_3_alone(values, processor, is_one):
    assert speed_verdicts.is_zen3(processor) is is_one
    found = line(replace(GOAL, goal=5.8), values, processor=processor)
    assert found.kind is (Kind.SHORT if is_one else Kind.UNJUDGED)
    if not is_one:
        assert re.fullmatch(r"not judged: not a Zen 3 \(\d+(\.\d)? % over\)", found.verdict)
        under = line(replace(GOAL, goal=116), values, processor=processor)
        assert re.search(r"\(90\.\d % under\)$", under.verdict)
    both = as_other(values, "c/rc6/portable", "c/quick/rc6", 3.0)
    assert line(TIMES, both, processor=processor).kind is Kind.PASS


def test_what_has_no_figure_has_a_line_that_says_why(values):
    assert line(TIMES, values).verdict == "not measured: no other library here"
    assert line(JAVA, values).verdict == "not measured: no BC or bouncycastle"
    assert (
        line(replace(JAVA, jvm="25"), values).verdict == "not measured: no JVM 25 in this session"
    )
    frog = line(replace(GOAL, cipher="frog"), values)
    assert frog.verdict == f"not measured: no engine of ours in {GCC}"
    there = line(replace(GOAL, cipher="frog"), values, engine("c/frog/portable"))
    assert there.verdict == "not measured: no such cell was measured"
    wide = replace(GOAL, engine="avx2")
    lacking = ours(engine("c/rc6/portable"), lacking={"c/rc6/avx2": "avx2"}.items())
    assert line(wide, values, ours=lacking).verdict == "not measured: avx2 needs avx2"
    short = line(replace(GOAL, goal=5), values, ours=lacking).verdict
    assert short.endswith("% short: c/rc6/avx2 needs avx2")
    said = (f"{JDK}: BC: no network",)
    assert line(JAVA, values, left_out=said).verdict == f"not measured: {said[0]}"
    any_version = replace(JAVA, beside=("BC-2.*",))
    assert line(any_version, values, left_out=said).verdict == "not measured: no BC-2.*"
    said = (f"{JDK}: BC-2.74.1: no network",)
    assert line(any_version, values, left_out=said).verdict == f"not measured: {said[0]}"


def test_a_failure_is_the_reason(values):
    cell = f"c/rc6/portable::encrypt[128-bit:1024-blocks]@{GCC}"
    reason = "the probe died of SIGSEGV"
    failures = pd.DataFrame({"cell": [cell], "stage": ["crash"], "reason": [reason]})
    none = values[values["cell"] != cell]
    assert line(GOAL, none, failures=failures).verdict == f"not measured: {reason}"
    # of one of several libraries too: it might have been the fastest
    failures["cell"] = failures["cell"].str.replace("rc6/portable", "quick/rc6")
    both = as_other(values, "c/rc6/portable", "c/slow/rc6", 3.0)
    for beside in (("quick",), ("quick", "slow"), ("any",)):
        found = line(replace(TIMES, beside=beside), both, failures=failures)
        assert found.verdict == f"not measured: quick: {reason}"
    assert line(replace(TIMES, beside=("slow",)), both, failures=failures).kind is Kind.PASS
    wrong = failures.assign(stage="verify")  # is no library to be held against
    assert line(TIMES, both, failures=wrong).kind is Kind.PASS
    later = as_other(both, "c/rc6/portable", "c/quick/rc6", 2.5)
    found = line(TIMES, later, failures=failures)  # failed once, and has a figure
    assert found.kind is Kind.PASS and found.other["engine"] == "c/quick/rc6"


def test_without_a_round_that_has_both_there_is_no_ratio(values):
    both = as_other(values, "c/rc6/portable", "c/quick/rc6", 3.0)
    even = both["round"] % 2 == 0
    both = both[even == (both["engine"] == "c/quick/rc6")]
    assert line(TIMES, both).verdict == "not measured: no round has both"


# ---- Whose figures ----


def test_the_engine_that_is_chosen_counts_be_another_faster_or_not(values):
    wide = as_other(values, "c/rc6/portable", "c/rc6/avx2", 2.0)
    two = engine("c/rc6/portable"), engine("c/rc6/avx2", pays_from=3)
    assert line(GOAL, wide, *two).ours["engine"] == "c/rc6/avx2"
    never = engine("c/rc6/portable"), engine("c/rc6/avx2", pays_from=0)
    assert line(GOAL, wide, *never).ours["engine"] == "c/rc6/portable"
    setup = replace(GOAL, points=(Point("keysetup-encrypt", 128, 0),), unit="cycles a key")
    assert line(setup, wide, *two).ours["engine"] == "c/rc6/portable"


def test_the_choice_is_that_of_the_library():
    four = [engine(f"c/rc6/{n}", p) for n, p in (("a", 0), ("b", 0), ("c", 4), ("d", 9))]
    names = [speed_goals.chosen(four, 128, blocks).name for blocks in (1, 3, 4, 8, 9, 1e9)]
    assert names == ["a", "a", "c", "c", "d", "d"]
    assert speed_goals.chosen(four, 100, 1) is None
    few, many = Point("encrypt", 128, 1), Point("rekey-16-encrypt", 128, 0)
    assert speed_goals.blocks_chosen_for("c", few) > 1e9
    assert speed_goals.blocks_chosen_for("java", few) == 1
    assert speed_goals.blocks_chosen_for("c", many) == 16
    assert speed_goals.blocks_chosen_for("c", Point("keysetup-decrypt", 128, 0)) == 1


def test_the_fastest_toolchain_counts(values):
    two = as_other(values, "c/rc6/portable", "c/rc6/portable", 0.5, "clang-14.0.6")
    engines = engine("c/rc6/portable"), engine("c/rc6/portable", toolchain="clang-14.0.6")
    assert line(GOAL, two, *engines).ours["toolchain"] == "clang-14.0.6"


def test_native_engines_reach_no_goal_of_java_alone(values):
    both = as_other(values, "java/rc6/portable", "java/BC/rc6", 1.5)
    both = as_other(both, "java/rc6/portable", "java/rc6/native", 0.1)
    engines = engine("java/rc6/portable"), engine("java/rc6/native", pays_from=1)
    found = line(JAVA, both, *engines)
    assert found.kind is Kind.SHORT and found.ours["engine"] == "java/rc6/portable"
    found = line(replace(JAVA, engine="native"), both, *engines)
    assert found.kind is Kind.PASS and found.ours["engine"] == "java/rc6/native"


def test_native_engines_are_held_against_ours_only_where_they_are_taken(values):
    both = as_other(values, "java/rc6/portable", "java/rc6/native", 1.5)
    points = Point("encrypt", 128, 1), Point("encrypt", 128, 1024)
    goal = replace(JAVA, engine="native", beside=("own",), goal=1, points=points)
    large = (both["engine"] == "java/rc6/native") & (both["blocks"] == 1024)
    both.loc[large, "ns"] /= 2.0
    for pays_from, kind, blocks in ((1, Kind.SHORT, 1), (2, Kind.PASS, 1024)):
        engines = engine("java/rc6/portable"), engine("java/rc6/native", pays_from=pays_from)
        found = line(goal, both, *engines)
        assert (found.kind, found.point.blocks) == (kind, blocks)
    # without one the goal is what it was, and says so
    found = line(goal, values, engine("java/rc6/portable"))
    assert found.kind is Kind.UNMEASURED and found.goal.points == points


def test_a_goal_may_name_the_engine(values):
    both = as_other(values, "c/rijndael/portable", "c/rijndael/vaes", 0.1)
    engines = engine("c/rijndael/portable"), engine("c/rijndael/vaes", pays_from=1)
    aes = replace(GOAL, cipher="rijndael")
    assert line(aes, both, *engines).ours["engine"] == "c/rijndael/vaes"
    named = line(replace(aes, engine="portable"), both, *engines)
    assert named.ours["engine"] == "c/rijndael/portable"


def test_of_the_libraries_named_the_fastest_counts(values):
    both = as_other(values, "java/rc6/portable", "java/BC/rc6", 3.0)
    both = as_other(both, "java/rc6/portable", "java/bouncycastle/rc6", 2.5)
    both = as_other(both, "java/rc6/portable", "java/quick/rc6", 1.5)
    both = as_other(both, "java/rc6/portable", "java/Fifteen/rc6", 1.1)
    found = line(JAVA, both)
    assert found.other["engine"] == "java/bouncycastle/rc6" and found.kind is Kind.PASS
    assert found.ratio.ratio == pytest.approx(2.5)
    anyone = line(replace(JAVA, beside=("any",)), both)
    assert anyone.other["engine"] == "java/quick/rc6"  # and not our own provider


def test_a_jvm_is_held_against_itself(values):
    both = as_other(values, "java/rc6/portable", "java/BC/rc6", 3.0)
    both = as_other(both, "java/rc6/portable", "java/BC/rc6", 0.5, "openjdk-25.0.1")
    assert line(JAVA, both).ratio.ratio == pytest.approx(3)


# ---- Beside our own ----


def test_a_curve_has_one_line_and_its_worst_place_is_named(values):
    points = tuple(Point("encrypt", 128, n) for n in (1, 16, 128))
    curve = replace(TIMES, beside=("own",), goal=0.95, points=points)
    engines = engine("c/rc6/portable"), engine("c/rc6/avx2", pays_from=3)
    both = as_other(values, "c/rc6/portable", "c/rc6/avx2", 0.1)
    found = line(curve, both, *engines)
    assert found.kind is Kind.PASS and found.reached == pytest.approx(10)
    dip = (both["engine"] == "c/rc6/avx2") & (both["blocks"] == 16)
    both.loc[dip, "cycles"] *= 20
    found = line(curve, both, *engines)
    assert found.kind is Kind.SHORT and found.point.blocks == 16
    assert found.reached == pytest.approx(0.5) and found.other["engine"] == "c/rc6/portable"
    hole = both[~(dip & (both["engine"] == "c/rc6/avx2"))]
    assert line(curve, hole, *engines).kind is Kind.UNMEASURED
    assert line(curve, values, engines[0]).verdict == "not measured: no other engine of ours here"
    # where another compiler makes one engine alone, nothing can be chosen wrongly
    one = as_other(both, "c/rc6/portable", "c/rc6/portable", 0.01, "tcc-0.9.27")
    alone = engine("c/rc6/portable", toolchain="tcc-0.9.27")
    assert line(curve, one, *engines, alone).reached == found.reached


def test_a_curve_is_held_against_its_own_toolchain_and_every_one_counts(values):
    curve = replace(TIMES, beside=("own",), goal=0.95)
    clang = "clang-14.0.6"
    both = as_other(values, "c/rc6/portable", "c/rc6/avx2", 0.1)
    both = as_other(both, "c/rc6/portable", "c/rc6/portable", 0.01, clang)
    both = as_other(both, "c/rc6/avx2", "c/rc6/avx2", 0.2, clang)
    engines = [
        engine(f"c/rc6/{name}", pays, toolchain)
        for toolchain in (GCC, clang)
        for name, pays in (("portable", 0), ("avx2", 3))
    ]
    found = line(curve, both[both["toolchain"] == GCC], *engines[:2])
    assert found.kind is Kind.PASS
    found = line(curve, both, *engines)
    assert found.kind is Kind.SHORT and found.ours["toolchain"] == clang
    assert found.reached == pytest.approx(0.5)


def test_for_few_blocks_under_a_key_the_choice_is_another(values):
    new = values[values["operation"] == "keysetup-encrypt"]
    new = pd.concat(
        new.assign(
            operation=f"rekey-{n}-encrypt",
            cell=new["cell"].str.replace("keysetup", f"rekey-{n}"),
        )
        for n in (1, 4)
    )
    both = as_other(new, "c/rc6/portable", "c/rc6/avx2", 2.0)
    pays = both["operation"] == "rekey-4-encrypt"
    both.loc[pays & (both["engine"] == "c/rc6/avx2"), "cycles"] *= 0.3
    points = tuple(Point(f"rekey-{n}-encrypt", 128, 0) for n in (1, 4))
    goal = replace(TIMES, beside=("own",), goal=0.95, points=points)
    for pays_from, kind in ((1, Kind.SHORT), (2, Kind.PASS), (4, Kind.PASS), (5, Kind.SHORT)):
        engines = engine("c/rc6/portable"), engine("c/rc6/avx2", pays_from)
        assert line(goal, both, *engines).kind is kind, pays_from


def test_native_java_is_held_against_c_by_time(values):
    native = as_other(values, "java/rc6/portable", "java/rc6/native", 1.0)
    goal = replace(JAVA, engine="native", beside=("c",), goal=0.9)
    engines = engine("c/rc6/portable"), engine("java/rc6/native", pays_from=1)
    engines = *engines, engine("java/rc6/portable")
    there = native["engine"] == "java/rc6/native"
    there &= (native["operation"] == "encrypt") & (native["blocks"] == 1024)
    in_c = native["engine"] == "c/rc6/portable"
    in_c &= (native["operation"] == "encrypt") & (native["blocks"] == 1024)
    in_c &= native["key_bits"] == 128
    of_c = native[in_c].set_index("round")["ns"]
    for cost, kind in ((1.05, Kind.PASS), (1.25, Kind.SHORT)):
        native.loc[there, "ns"] = native.loc[there, "round"].map(of_c) * cost
        native.loc[there, "cycles"] = 1e-6  # an estimate, of which nothing is said
        found = line(goal, native, *engines)
        assert found.kind is kind and found.reached == pytest.approx(1 / cost)


def test_a_mode_may_cost_a_tenth_over_ecb_or_a_twentieth_of_a_cycle(values):
    goal = replace(GOAL, unit="over", beside=("ECB",), goal=0.1)
    goal = replace(goal, points=(Point("cbc-decrypt", 128, 1024),))

    def mode(cost: float, ecb: float) -> speed_verdicts.Line:
        plain = values[(values["operation"] == "decrypt") & (values["engine"] == "c/rc6/portable")]
        plain = plain[(plain["blocks"] == 1024) & (plain["key_bits"] == 128)]
        plain = plain.assign(cycles=plain["cycles"] * ecb / plain["cycles"].median())
        cell = plain["cell"].str.replace("decrypt", "cbc-decrypt")
        both = plain.assign(operation="cbc-decrypt", cell=cell, cycles=plain["cycles"] * cost)
        return line(goal, pd.concat([plain, both]))

    assert mode(1.08, ecb=5.0).kind is Kind.PASS
    over = mode(1.21, ecb=5.0)
    assert over.kind is Kind.SHORT and over.short == pytest.approx(0.1)
    assert over.bar == pytest.approx(1.1)
    assert over.reached == pytest.approx(1.21)
    assert mode(1.21, ecb=0.2).kind is Kind.PASS  # 0.042 cycles a byte
    assert mode(1.29, ecb=0.2).kind is Kind.SHORT
    assert line(goal, values).verdict == "not measured: no such cell was measured"


def test_the_worst_place_is_said_to_be_one_of_several(values):
    points = (Point("encrypt", 128, 16), Point("encrypt", 128, 1024))
    both = as_other(values, "c/rc6/portable", "c/rc6/avx2", 0.5)
    engines = engine("c/rc6/portable"), engine("c/rc6/avx2", pays_from=3)
    found = line(replace(TIMES, beside=("own",), goal=0.95, points=points), both, *engines)
    out = Console(file=io.StringIO(), width=80)
    speed_table.show([found], ZEN3, True, out)
    assert "PASS (the worst of 2)" in out.file.getvalue()


# ---- The goals are the issue's ----

CIPHERS = (
    "rijndael serpent twofish cast256 mars rc6 saferplus loki97 crypton-v1.0 crypton-v0.5 dfc e2 "
    "frog hpc magenta des 3des deal idea"
).split()
SIZES = {cipher: manifest.cipher(cipher).key_bits for cipher in CIPHERS}
BOTH = ("encrypt", "decrypt")
# core cycles a byte, by key size where they differ
BULK = {
    "rijndael": {128: 0.165, 192: 0.195, 256: 0.225}, "serpent": 3.4, "twofish": 6.8,
    "cast256": 12, "mars": 9, "rc6": 1.4, "saferplus": {128: 5, 192: 7.5, 256: 10}, "loki97": 8,
    "crypton-v1.0": 5, "crypton-v0.5": 5, "dfc": 5, "e2": 7, "frog": 6, "hpc": 6,
    "magenta": {128: 55, 192: 55, 256: 73}, "des": 1.7, "3des": 4.2,
    "deal": {128: 5, 192: 5, 256: 6.7}, "idea": 1.6,
}  # fmt: skip
SETUP = {
    "rijndael": 72, "serpent": 795, "twofish": 2540, "cast256": 2480, "mars": 2575, "rc6": 805,
    "saferplus": 400, "idea": 212,
}  # fmt: skip
WITH_PEERS_IN_C = {cipher: SIZES[cipher] for cipher in (*SETUP, "des", "3des")} | {"loki97": [256]}
IN_JAVA = ("rijndael", "serpent", "twofish", "cast256", "rc6", "des", "3des", "idea")


def java_bits(cipher: str) -> int:
    return 192 if cipher == "3des" else SIZES[cipher][0]


def the_issue() -> list[tuple]:
    """Every goal that was set: language, JVM, cipher, engine, a place, unit, beside, figure."""
    wanted = []

    def add(language, jvm, cipher, engine, places, unit, beside, goal):
        for place in places:
            wanted.append((language, jvm, cipher, engine, place, unit, beside, goal))

    for cipher, sizes in SIZES.items():
        first = sizes[0]
        for way, bits in itertools.product(BOTH, sizes):
            goal = BULK[cipher][bits] if isinstance(BULK[cipher], dict) else BULK[cipher]
            add("c", "", cipher, "", [(way, bits, 1024)], "cycles a byte", "any", goal)
        for way, bits in itertools.product(BOTH, WITH_PEERS_IN_C.get(cipher, ())):
            for place in ((way, bits, 1), (f"keysetup-{way}", bits, 0)):
                add("c", "", cipher, "", [place], "times", "any", 1)
        for way in BOTH:
            curve = [(way, first, 2**n) for n in range(13)]
            curve += [(f"rekey-{n}-{way}", first, 0) for n in (1, 4, 16, 64, 256)]
            add("c", "", cipher, "", curve, "times", "own", 0.95)
        modes = ["ctr", "cbc-decrypt"]
        wide = cipher not in ("des", "3des", "idea")
        modes += ["xts-encrypt", "xts-decrypt"] if wide else []
        add("c", "", cipher, "", [(mode, first, 1024) for mode in modes], "over", "ECB", 0.1)
        # from 16 KiB up; never slower than in Java
        counts = (1024 if wide else 2048, 4096)
        large = [(way, first, n) for way, n in itertools.product(BOTH, counts)]
        add("java", "25", cipher, "native", large, "times", "c", 0.9)
        small = [(way, first, n) for way, n in itertools.product(BOTH, (1, 64, 1024, 4096))]
        add("java", "25", cipher, "native", small, "times", "own", 1)
    for way, (bits, rounds) in itertools.product(BOTH, ((128, 10), (192, 12), (256, 14))):
        for name, goal in (("portable", 7.5), ("bitsliced", 6)):
            place = [(way, bits, 1024)]
            tables = "wolfssl|libtomcrypt|libmcrypt"
            goal = pytest.approx(goal * rounds / 10)
            add("c", "", "rijndael", name, place, "cycles a byte", tables, goal)
    for cipher, goal in SETUP.items():
        add("c", "", cipher, "", [("keysetup-encrypt", 128, 0)], "cycles a key", "any", goal)
    add("c", "", "idea", "", [("keysetup-decrypt", 128, 0)], "cycles a key", "any", 1009)

    castle = "BC|bouncycastle"
    for jvm, cipher, way in itertools.product(("17", "25"), IN_JAVA, BOTH):
        bits, old = java_bits(cipher), jvm == "17"
        is_aes = cipher == "rijndael"
        more = "|bouncycastle-fast" if is_aes else ""
        setup = (castle + more, 3.5) if is_aes else ("any", 1)
        add("java", jvm, cipher, "", [(f"keysetup-{way}", bits, 0)], "times", *setup)
        one = {"rijndael": 1, "rc6": 1.3, "serpent": 1.2}.get(cipher, 1.1)
        add("java", jvm, cipher, "", [(way, bits, 1)], "times", "bouncycastle" + more, one)
        bulk = {
            "rc6": 6 if old else 7.5, "serpent": 2.7 if old else 4.5, "idea": 1.1 if old else 3,
            "des": 3, "3des": 3, "rijndael": 1,
        }.get(cipher, 1.1)  # fmt: skip
        add("java", jvm, cipher, "", [(way, bits, 1024)], "times", castle + more, bulk)
    for way in BOTH:
        small, large = [(way, 128, 64)], [(way, 128, 4096)]
        add("java", "25", "rijndael", "native", small, "times", "SunJCE", 6)
        lts = "BC-2.*|bcprov-lts8on"
        add("java", "25", "rijndael", "native", large, "times", lts, 0.95)
    return wanted


def test_the_goals_are_those_that_were_set():
    set_, read = the_issue(), []
    for goal in speed_goals.load():
        beside = "|".join(goal.beside)
        for point in goal.points:
            of = goal.language, goal.jvm, goal.cipher, goal.engine, tuple(point)
            read.append((*of, goal.unit, beside, goal.goal))
    assert len(read) == len(set(read)) == len(set_)
    set_, read = (sorted(of, key=lambda one: one[:7]) for of in (set_, read))
    assert [a for a, b in zip(read, set_, strict=True) if a != b] == []


def in_c() -> list[tuple[str, str]]:
    """(cipher, engine) of each line of the list in C."""
    text = (places.ROOT / "c" / "src" / "engines.c").read_text()
    ids = {cipher.replace("-", "_").replace(".", "_"): cipher for cipher in manifest.load()}
    return [(ids[c], n) for c, n in re.findall(r"\(fifteen_(\w+)_([a-z0-9]+)\)", text)]


def in_java() -> set[str]:
    """The ciphers of Java's list."""
    return set(re.findall(r'"([a-z0-9.-]+)"', (places.ENGINES / "Engines.java").read_text()))


def test_of_every_cipher_with_a_choice_the_choice_is_a_goal():
    several = Counter(cipher for cipher, _ in in_c())
    curves = {g.cipher for g in speed_goals.load() if g.language == "c" and g.beside == ("own",)}
    assert curves == {cipher for cipher in CIPHERS if several[cipher] > 1}


def test_every_goal_is_of_an_engine_that_exists():
    assert {g.cipher for g in speed_goals.load() if g.language == "java"} <= in_java()
    named = {(g.language, g.cipher, g.engine) for g in speed_goals.load() if g.engine}
    assert {engine for language, _, engine in named if language == "java"} == {"native"}
    assert {(c, e) for language, c, e in named if language == "c"} <= set(in_c())
    assert {g.cipher for g in speed_goals.load() if g.language == "c"} <= {c for c, _ in in_c()}


def test_what_is_derived_says_how():
    for goal in speed_goals.load():
        if goal.engine in ("portable", "bitsliced"):
            assert bool(goal.derived) is (goal.points[0].key_bits > 128)
    derived = {(g.cipher, g.goal) for g in speed_goals.load() if g.derived}
    assert {("magenta", 73), ("deal", 6.7)} <= derived


# ---- What is measured ----


def program(language: str, toolchain: str, *names: str, **pays: int) -> plan.Program:
    """A program that is never started; ``pays``: blocks from which engines of that name pay."""
    engines = [engine(name, pays.get(name.rpartition("/")[2], 0), toolchain) for name in names]
    told = records.Toolchain(name=toolchain, language=language, version="1")
    plugin = ("--plugin", "x.so") if is_peer(names[0]) else ()
    return plan.Program(
        language, ("probe", *plugin), told, {e.engine: e for e in engines}, "digest",
        forks=language == "java",
    )  # fmt: skip


def everything() -> list[plan.Program]:
    """Ours on two compilers and two JVMs, and a peer of every cipher beside each."""
    c_names = [f"c/{cipher}/{name}" for cipher, name in in_c()]
    pure = [f"java/{cipher}/portable" for cipher in CIPHERS]
    pure += [f"java/{cipher}/lanes" for cipher in ("rc6", "serpent", "idea")]
    native = [f"java/{cipher}/native" for cipher in CIPHERS]
    java = ("BC", "bouncycastle", "bouncycastle-fast", "SunJCE", "BC-2.74.1", "Fifteen")
    pays = dict.fromkeys({name for _, name in in_c()} - {"portable", "ttable", "rowwise"}, 5)
    found = [program("c", chain, *c_names, **pays) for chain in (GCC, "clang-14.0.6")]
    found += [
        program("c", GCC, *(f"c/{library}/{cipher}" for cipher in CIPHERS))
        for library in ("botan", "wolfssl")
    ]
    for chain, mine in ((JDK, pure), ("temurin-25.0.1", pure + native)):
        found.append(program("java", chain, *mine, lanes=16, native=1))
        found += [program("java", chain, *(f"java/{p}/{c}" for c in CIPHERS)) for p in java]
    return found


def asked(expression=None, **changes) -> evaluate.Choice:
    defaults = {
        "expression": expression, "peers": True, "plugins": (), "everything": True, "core": None,
        "rounds": 6, "budget": None, "results": None, "name": "speed", "fresh": False,
        "jvm_names": ("17", "25"), "compiler_names": ("all",),
    }  # fmt: skip
    return evaluate.Choice(**{**defaults, **changes})


@pytest.fixture
def programs(monkeypatch) -> list[plan.Program]:
    """What is here; the test may take something away."""
    here = everything()
    monkeypatch.setattr(evaluate, "programs", lambda choice: here)
    monkeypatch.setattr(speed, "_lacking", lambda programs: {})
    monkeypatch.setattr(speed, "PLAN", {"c": ALL_OPERATIONS, "java": ALL_OPERATIONS})
    return here


ALL_OPERATIONS = {point.operation for goal in speed_goals.load() for point in goal.points}


def planned(expression=None) -> tuple[set[tuple], Ours]:
    work, ours = speed.batches(asked(expression), speed.goals(expression))
    cells = [task for batch in work for task in batch.tasks if not task.again]
    assert len(cells) == len({cell.name for cell in cells})
    return {(c.engine, c.toolchain, Point(c.operation, c.key_bits, c.blocks)) for c in cells}, ours


def test_whatever_a_goal_speaks_of_is_measured(programs):
    cells, ours = planned()
    for goal in speed_goals.load():
        chains = [JDK] if goal.jvm == "17" else ["temurin-25.0.1"]
        for point, chain in itertools.product(goal.points, chains if goal.jvm else [GCC]):
            mine = ours.meant(goal, point, chain)
            assert (mine, chain, point) in cells, (goal, point)
            beside = {e for e, at, p in cells if p == point and at == chain} - {mine}
            beside = {e for e in beside if goal.cipher in e.split("/")}
            if goal.beside == ("ECB",):
                ecb = point._replace(operation=speed_goals.ECB_OF[point.operation])
                assert (mine, chain, ecb) in cells
            elif goal.beside == ("c",):
                best = ours.meant(goal.in_c(), point, GCC)
                assert (best, GCC, point) in cells
            elif goal.beside == ("own",):
                assert any(not is_peer(e) for e in beside), (goal, point)
            elif goal.beside == ("any",):
                assert any(map(is_peer, beside)), (goal, point)
            else:
                libraries = {e.split("/")[1] for e in beside}
                assert any(map(goal.is_of, libraries)), (goal, point)
    assert not any("/Fifteen/" in engine for engine, *_ in cells)


def test_nothing_else_is(programs):
    cells, _ = planned("c/rc6 and encrypt and 128-bit and :1024-blocks and not rekey")
    wanted = Point("encrypt", 128, 1024)
    engines = {engine for engine, _, point in cells if point == wanted}
    ours = {"c/rc6/portable", "c/rc6/avx2", "c/rc6/avx512vl", "c/rc6/avx512"}
    assert engines == ours | {"c/botan/rc6", "c/wolfssl/rc6"}
    cells, _ = planned("java/rc6/portable and 17 and keysetup")
    assert {engine for engine, *_ in cells} == {
        "java/rc6/portable", *(f"java/{p}/rc6" for p in ("BC", "bouncycastle", "SunJCE")),
        "java/bouncycastle-fast/rc6", "java/BC-2.74.1/rc6",
    }  # fmt: skip
    assert {chain for _, chain, _ in cells} == {JDK}


def test_of_nothing_that_is_named_the_line_is_the_users_own():
    with pytest.raises(Mistake, match="no goal matches -k 'nosuch': words are of") as caught:
        speed.goals("nosuch")
    assert "\n" not in caught.value.message


def test_it_takes_the_toolchains_that_goals_are_for(monkeypatch):
    there = [
        jvms.Jvm("java", version, "", "", "", f"openjdk-{version}")
        for version in ("21.0.1", "25.0.1", "25.0.0", "17.0.15")
    ]
    monkeypatch.setattr(jvms, "found", lambda: there)
    chosen = speed.choice(asked(jvm_names=(), compiler_names=()))
    assert chosen.jvm_names == ("openjdk-17.0.15", "openjdk-25.0.1")
    assert all(name.startswith(("gcc-", "clang-")) for name in chosen.compiler_names)
    named = speed.choice(asked(jvm_names=("21",), compiler_names=("tcc",)))
    assert (named.jvm_names, named.compiler_names) == (("21",), ("tcc",))
    monkeypatch.setattr(jvms, "found", lambda: there[:1])
    none = speed.choice(asked(jvm_names=()))
    assert none.jvm_names == ()
    assert speed._started(none, speed.goals(None)).startswith("(c/)")
    assert speed._started(chosen, speed.goals("native and rc6")).startswith("(c/ or java/)")


def test_another_mode_is_not_judged():
    with pytest.raises(Mistake, match="default mode alone"):
        speed.choice(asked(mode_names=("default", "int")))


def test_other_toolchains_begin_another_session(programs, monkeypatch, tmp_path):
    fresh = []
    monkeypatch.setattr(evaluate, "measure", lambda choice, *_: fresh.append(choice.fresh))
    known = records.Session(
        schema=records.SCHEMA, session="speed", started="", seed=1, rounds=6, cells=[],
        toolchains=["temurin-25.0.1", GCC, "clang-14.0.6", JDK],
    )  # fmt: skip
    monkeypatch.setattr(session, "sessions", lambda folder: [known])
    speed.measure(asked(results=tmp_path))
    known.toolchains = known.toolchains[1:]
    speed.measure(asked(results=tmp_path))
    known.session = "evaluate"
    speed.measure(asked(results=tmp_path))
    speed.measure(asked(results=tmp_path, fresh=True))
    assert fresh == [False, True, False, True]


# ---- The command ----


def as_session(folder, name: str) -> None:
    """A measured session of that name, on a Zen 3, with another machine's files beside."""
    synthetic.write(folder)
    text = (folder / "session.json").read_text().replace('"synthetic"', f'"{name}"')
    text = text.replace('"rounds"', '"machine":"example","rounds"', 1)
    (folder / "session.json").write_text(text)
    for path in [*(folder / "runs").glob("*.jsonl")]:
        mine = path.read_text().replace('"session":"synthetic"', f'"session":"{name}"')
        path.write_text(mine)
        other = mine.replace('"machine":"example"', '"machine":"other"')
        path.with_name(f"0{path.name}").write_text(other)
    machine = (folder / "machines" / "example.json").read_text()
    zen = machine.replace('"cpu_count"', f'"cpu_numbers":"{ZEN3}","cpu_count"')
    (folder / "machines" / "example.json").write_text(zen)
    (folder / "machines" / "other.json").write_text(machine.replace("example", "other"))


def test_only_the_sessions_own_machine_counts(tmp_path):
    as_session(tmp_path, "speed")
    found = speed_verdicts.load(tmp_path, "speed", ours())
    assert set(found.values["machine"]) == {"example"} and found.processor == ZEN3
    assert set(found.failures["machine"]) <= {"example"} and len(found.failures)


@pytest.fixture
def measured(monkeypatch, tmp_path):
    """The command, in which nothing but measuring is left out: a folder has it already."""
    as_session(tmp_path, "speed-quick")
    runner = type("Runner", (), {"without_value": []})
    monkeypatch.setattr(study.report, "write", lambda folder: folder / "report.html")
    monkeypatch.setattr(speed, "measure", lambda choice: (runner, ours()))
    monkeypatch.setattr(speed, "choice", lambda choice: choice)
    return tmp_path


def test_quick_shows_what_it_has_just_measured_and_says_so(measured):
    csv = measured / "new" / "speed.csv"
    options = ["speed", "--quick", "-k", "c/rc6", "--results", str(measured)]
    done = CliRunner().invoke(study.study_command, [*options, "--csv", str(csv)])
    assert done.exit_code == 0, done.output
    assert "REDUCED: --quick" in done.output
    frame = pd.read_csv(csv)
    assert CliRunner().invoke(study.study_command, options).exit_code == 0
    assert (measured / "speed-quick.csv").read_text() == csv.read_text()
    one = frame[(frame["operation"] == "encrypt") & frame["unit"].eq("cycles a byte")]
    one = one[one["key_bits"] == 128]
    assert one["reached"].tolist() == pytest.approx([11.6], rel=0.02)
    assert len(frame) == len(speed.goals("c/rc6"))


def test_a_file_that_cannot_be_written_is_said_before_anything_is_measured(measured, monkeypatch):
    def never(choice):
        raise AssertionError

    monkeypatch.setattr(speed, "measure", never)
    (measured / "file").write_text("")
    csv = measured / "file" / "speed.csv"
    options = ["speed", "--results", str(measured), "--csv", str(csv)]
    done = CliRunner().invoke(study.study_command, options)
    assert done.exit_code == 1 and "cannot write" in done.output


def test_every_goal_has_a_line_and_table_and_data_agree(values):
    both = as_other(values, "c/rc6/portable", "c/quick/rc6", 2.0)
    goals = speed_goals.load()
    found = speed_verdicts.lines(goals, Found(both, ours(), processor=ZEN3))
    assert [of.goal for of in found] == goals
    out = Console(file=io.StringIO(), width=80)
    speed_table.show(found, ZEN3, False, out)
    said, frame = out.file.getvalue(), speed_table.rows(found)
    counts = frame["kind"].value_counts()
    assert counts.sum() == len(goals) and {"PASS", "short", "not measured"} <= set(counts.index)
    summary = speed_table.counted(found)
    assert summary in said and summary.endswith(f", of {len(goals)}")
    for kind, n in counts.items():
        assert f"{n} {kind}" in summary
    assert said.count("c/quick") == 0 and f"quick ({GCC})" in said and "…" not in said
    assert "* a goal made of another one" in said and "REDUCED" not in said
    assert frame["places"].max() == 13 and "≤ 1.10×" in said and "≈" not in said


def test_cycles_of_java_are_said_to_be_an_estimate(values):
    found = line(JAVA, as_other(values, "java/rc6/portable", "java/BC/rc6", 3.0))
    out = Console(file=io.StringIO(), width=80)
    speed_table.show([found], ZEN3, False, out)
    assert "≈" in out.file.getvalue()
