# SPDX-License-Identifier: Apache-2.0
"""The plan: names, selection, time."""

from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace

import msgspec
import pytest
from fifteen import evaluate, jvms, naming, plan, procedures, records, studies
from fifteen.errors import Mistake
from fifteen.probes import ProbeError
from fifteen.selection import matcher
from test_session import measure, program, work


def choice(expression: str | None, **changes) -> evaluate.Choice:
    defaults = {
        "expression": expression, "peers": False, "plugins": (), "everything": False, "core": None,
        "rounds": None, "budget": None, "results": None, "name": "test", "fresh": False,
    }  # fmt: skip
    return evaluate.Choice(**{**defaults, **changes})


def test_names_are_readable_and_stable():
    cell = plan.Cell("c/serpent/portable", "serpent", "encrypt", 128, 1024, 16, "gcc-12.2.0")
    assert cell.name == "c/serpent/portable::encrypt[128-bit:1024-blocks]@gcc-12.2.0"
    key = plan.Cell("java/rc6/portable", "rc6", "keysetup-encrypt", 128, 0, 16, "openjdk-17.0.15")
    assert key.name == "java/rc6/portable::keysetup-encrypt[128-bit]@openjdk-17.0.15"


def test_the_default_plan():
    names = [cell.name for cell in plan.cells(program("good"))]
    more = 2 + 2 * len(plan.REKEY["c"]) + len(naming.MODES)  # latency and new keys, each way
    assert len(names) == len(set(names)) == 3 * (2 + 4 + 4) + 9 + more
    assert "c/null/good::encrypt[128-bit:4096-blocks]@cc-1" in names
    assert "c/null/good::encrypt[256-bit:4096-blocks]@cc-1" not in names
    longest = [c for c in plan.cells(program("good"), everything=True) if c.blocks == plan.LONGEST]
    assert len(longest) == 3 * 2
    assert {c.request(1)[1]["iterations"] for c in longest} == {plan.LONGEST_ITERATIONS}
    java = replace(program("good"), language="java", forks=True)
    assert {c.key_bits for c in plan.cells(java)} == {128}
    assert {c.key_bits for c in plan.cells(java, everything=True)} == {128, 192, 256}
    assert all(len(batch.tasks) == 1 for batch in plan.batches(java, plan.cells(java)))


def test_modes_are_measured_where_they_are_named(monkeypatch):
    monkeypatch.setattr(evaluate, "programs", lambda choice: [program("good")])

    def found(expression, **changes):
        work = evaluate.batches(choice(expression, **changes))
        tasks = [t for batch in work for t in batch.tasks if t.operation in naming.MODES]
        return {(t.operation, t.key_bits, t.blocks) for t in tasks}

    every = {(mode, 128, plan.BULK) for mode in naming.MODES}
    assert found("null") == found("null and encrypt or decrypt") == found("null and 1024") == set()
    assert found("cbc and null") == {cell for cell in every if "cbc" in cell[0]}
    assert found("ctr and not java") == {("ctr", 128, plan.BULK)}
    assert found(None, everything=True) == every


def test_modes_of_c_alone_and_xts_of_16_bytes_alone():
    narrow = {operation for operation, _ in plan.operations("c", block_bytes=8)}
    assert set(naming.MODES) - narrow == {"xts-encrypt", "xts-decrypt"}
    assert not {operation for operation, _ in plan.operations("java")} & set(naming.MODES)


@pytest.mark.parametrize(
    ("expression", "chosen"),
    [
        (None, True),
        ("serpent and not java", True),
        ("SERPENT", True),
        ("java or (serpent and 1024)", True),
        ("not serpent", False),
        ("c/serpent", True),
        ("serpent/portable", True),
        ("/serpent/", True),
        ("pent/portable", False),
    ],
)
def test_selection(expression, chosen):
    assert matcher(expression)("c/serpent/portable::encrypt[128-bit:1024-blocks]") is chosen


def test_a_part_of_a_name_is_no_end_of_another():
    assert not matcher("c/rc6")("java/BC/rc6::encrypt[128-bit:1024-blocks]")
    assert not matcher("c/")("java/hpc/portable::encrypt[128-bit:1024-blocks]")


@pytest.mark.parametrize("expression", ["serpent and", "((", "key=128", "a b"])
def test_a_bad_expression_is_one_line(expression):
    with pytest.raises(Mistake) as caught:
        matcher(expression)
    assert "\n" not in caught.value.message and expression in caught.value.message


@pytest.mark.parametrize(
    ("expression", "languages"),
    [
        (None, {"c", "java"}),
        ("not java", {"c"}),
        ("java and serpent", {"java"}),
        ("java/aes64/rowwise or c/serpent", {"c", "java"}),
        ("gcc", {"c"}),
        ("no-such-thing", {"c", "java"}),
    ],
)
def test_only_the_languages_chosen_are_built(expression, languages):
    assert evaluate._languages(choice(expression)) == languages


@pytest.mark.parametrize(
    ("expression", "languages"),
    [
        ("not java", {"c"}),
        ("bouncycastle and des", {"c", "java"}),
        ("c/botan", {"c"}),
        ("java/bouncycastle or c/rijndael", {"c", "java"}),
    ],
)
def test_with_peers_too(expression, languages):
    assert evaluate._languages(choice(expression, peers=True)) == languages


def of_3des(language: str, name: str, least: int) -> plan.Program:
    """A program with an engine of 3DES, whose keys have ``least`` bits and more."""
    found = program("good")
    [engine] = found.engines.values()
    library = "fifteen" if name.startswith("3des") else name.partition("/")[0]
    engine = msgspec.structs.replace(
        engine, engine=f"{language}/{name}", cipher="3des", library=library, block_bytes=8,
        key_bits_min=least, key_bits_max=192,
    )  # fmt: skip
    return replace(found, language=language, engines={engine.engine: engine})


@pytest.mark.parametrize(("language", "library"), [("c", "libgcrypt"), ("java", "SunJCE")])
def test_a_library_without_the_first_key_size_stands_beside_ours_at_its_own(
    monkeypatch, language, library
):
    here = [of_3des(language, "3des/portable", 128), of_3des(language, f"{library}/3des", 192)]
    monkeypatch.setattr(evaluate, "programs", lambda choice: here)
    monkeypatch.setattr(
        evaluate, "_may_stand_beside", lambda choice: [SimpleNamespace(name=library)]
    )
    work = evaluate.batches(choice(None))
    sizes = {"ours": set(), library: set()}
    for task in (task for batch in work for task in batch.tasks):
        if task.operation == "encrypt" and task.blocks == plan.BULK:
            sizes[library if library in task.engine else "ours"].add(task.key_bits)
    assert sizes == {"ours": {128, 192}, library: {192}}


@pytest.mark.parametrize("expression", ["java/BC/ and memory", "bc/rc6 and encrypt and 1-blocks"])
def test_a_library_is_started_for_its_cells_and_its_measures(expression):
    ours = replace(program("good"), language="java", forks=True)
    found = evaluate._peers(choice(expression, peers=True), ours)
    assert "BC" in found and "SunJCE" not in found


def test_an_aa_pair_in_each_language():
    found = program("good")
    batches = plan.batches(found, plan.cells(found))
    (twin,) = plan.twins(batches)
    (again,) = twin.tasks
    assert again.name == "c/null/good::encrypt[128-bit:1024-blocks:again]@cc-1"
    assert replace(again, again=False) in batches[0].tasks and again not in batches[0].tasks


def test_what_is_masked_is_said_among_the_flags(monkeypatch):
    monkeypatch.setenv("FIFTEEN_FEATURES", "-avx2")
    found = program("good")
    assert found.toolchain.flags == ["FIFTEEN_FEATURES=-avx2"]
    java = replace(found, command=("java", "-cp", "x.jar"))
    of_study = procedures._with_options(studies.load("linux-jce-2013"), java)
    assert "FIFTEEN_FEATURES=-avx2" in of_study.toolchain.flags
    assert of_study.command == ("java", "-Xms640m", "-Xmx640m", "-cp", "x.jar")  # no JVM's option


def test_an_empty_selection_is_a_mistake(monkeypatch):
    monkeypatch.setattr(evaluate, "programs", lambda choice: [program("good")])
    with pytest.raises(Mistake, match="no cell matches -k 'nosuch'"):
        evaluate.batches(choice("nosuch"))


def test_a_core_that_is_not_ours_is_a_mistake():
    with pytest.raises(Mistake, match="--core 9999"):
        plan.pinned(9999)


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("2m", 120), ("1h30m", 5400), ("1.5h", 5400), (" 2M ", 120)]
)
def test_durations(text, seconds):
    assert plan.duration(text) == seconds


@pytest.mark.parametrize("text", ["", "2", "m", "-2m", "2x", "0s", "2m1h", "two minutes"])
def test_bad_durations_are_one_line(text):
    with pytest.raises(Mistake, match="not a time such as"):
        plan.duration(text)


def test_a_budget_chooses_the_rounds_and_never_below_three():
    assert plan.rounds_within(120, 20) == 6
    assert plan.rounds_within(120, 20, before=20) == 5
    assert plan.rounds_within(10, 20) == 3
    assert plan.rounds_within(1, 20, before=100) == 3


def test_a_budget_too_small_is_said_before_the_start(tmp_path, capsys):
    batches = list(work(program("good")).batches)
    chosen = choice(None, results=tmp_path, budget=0.01)
    times = evaluate.schedule(chosen, batches, plan.Pace())
    evaluate.announce(chosen, times, batches)
    assert times.rounds == 3 and "does not hold 3 rounds" in capsys.readouterr().out


def test_a_session_keeps_the_rounds_that_its_budget_chose(tmp_path):
    job = work(program("good"), rounds=4)
    measure(tmp_path, job)
    chosen = choice(None, results=tmp_path, budget=3600.0)
    assert evaluate.schedule(chosen, list(job.batches), plan.Pace()).rounds == 4
    fresh = choice(None, results=tmp_path, budget=3600.0, fresh=True)
    assert evaluate.schedule(fresh, list(job.batches), plan.Pace()).rounds > 4


def test_estimates_come_from_earlier_records(tmp_path):
    job = work(program("good"))
    measure(tmp_path, job)
    begun = datetime(2026, 1, 1)
    for path in (tmp_path / "runs").iterdir():
        lines = list(records.read(path))
        lines[0].started = begun.isoformat()
        lines[-1].finished = (begun + timedelta(seconds=60)).isoformat()
        path.write_bytes(b"".join(map(records.encode, lines)))
    assert plan.Pace(tmp_path).seconds(job.tasks[0]) == 10  # six cells in a minute
    assert plan.Pace().seconds(job.tasks[0]) == plan.GUESS["c"]


@pytest.mark.parametrize(
    ("seconds", "said"), [(9, "9 s"), (60, "1 min"), (135, "2 min 15 s"), (3900, "1 h 5 min")]
)
def test_durations_for_people(seconds, said):
    assert plan.spoken(seconds) == said


def test_an_interpreter_has_longer_to_say_what_it_holds():
    jvm = jvms.Jvm("java", "17.0.15", "Maker", "", "", "maker-17.0.15")

    def asked(mode: jvms.Mode) -> float:
        times = []

        def ask(_command: list[str], timeout: float) -> dict:
            times.append(timeout)
            raise ProbeError("list", "never mind")

        with pytest.raises(Mistake):
            plan.program("java", ["java"], runtime=jvms.Runtime(jvm, mode), ask=ask)
        return times[0]

    assert asked(jvms.MODES["int"]) == plan.INTERPRETED * asked(jvms.DEFAULT)
