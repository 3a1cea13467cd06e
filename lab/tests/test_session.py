# SPDX-License-Identifier: Apache-2.0
"""The runner: nothing measured is lost, and nothing wrong is measured, whatever happens."""

import os
import resource
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from fifteen import clocks, naming, plan, records, session, statistics
from fifteen.errors import Failed, Mistake
from fifteen.meter import Meter
from rich.console import Console

PROBE = Path(__file__).with_name("session_probe.py")


def program(*engines: str, timeout: float = 20.0) -> plan.Program:
    command = [sys.executable, str(PROBE), ",".join(engines)]
    found = plan.program("c", command)
    return replace(found, timeout=timeout)


def work(found: plan.Program, rounds: int = 3, name: str = "test", keep=128) -> session.Work:
    plain = [c for c in plan.cells(found) if c.operation in naming.OPERATIONS]
    chosen = [c for c in plain if c.key_bits == keep and c.blocks in (0, 1, 16)]
    return session.Work(name, tuple(plan.batches(found, chosen)), rounds, seed=7)


def passed(job: session.Work, but: str = "") -> list[records.Verification]:
    return [
        records.Verification(
            schema=1,
            engine=batch.engine,
            binary=batch.program.binary,
            toolchain=batch.program.toolchain.name,
            passed=not but or but not in batch.engine,
            reason="expected 00, got 01" if but and but in batch.engine else None,
            verified="2026",
        )
        for batch in job.batches
    ]


def measure(folder: Path, job: session.Work, but: str = "", **options) -> session.Runner:
    meter = Meter(Console(quiet=True), plan.Pace())
    return session.measure(folder, job, lambda: passed(job, but), meter, **options)


def lines(folder: Path) -> list:
    return [line for path in sorted((folder / "runs").iterdir()) for line in records.read(path)]


def measured(folder: Path) -> list[tuple[int, str]]:
    """(round, cell) of every value, with repetitions."""
    found = []
    for path in (folder / "runs").iterdir():
        read = list(records.read(path))
        found += [(read[0].round, x.cell) for x in read if isinstance(x, records.Cell)]
    return sorted(found)


@pytest.fixture
def log(tmp_path, monkeypatch) -> Path:
    path = tmp_path / "log"
    path.touch()
    monkeypatch.setenv("SESSION_PROBE_LOG", str(path))
    return path


def test_every_round_measures_every_cell_once(tmp_path):
    job = work(program("good", "other"))
    runner = measure(tmp_path / "r", job)
    names = sorted(task.name for task in job.tasks)
    assert measured(tmp_path / "r") == [(n, name) for n in (1, 2, 3) for name in names]
    assert len(names) == 12 and not runner.failures


def test_rounds_are_shuffled_by_the_recorded_seed(tmp_path, log):
    job = work(program("good", "other"))
    measure(tmp_path / "one", job)
    first = log.read_text()
    log.write_text("")
    measure(tmp_path / "two", job)
    assert log.read_text() == first
    rounds = [first.split()[n : n + 12] for n in (0, 12, 24)]
    assert sorted(rounds[0]) == sorted(rounds[1]) and rounds[0] != rounds[1] != rounds[2]
    (kept,) = session.sessions(tmp_path / "one")
    assert kept.seed == 7


def test_a_killed_session_goes_on_from_every_byte(tmp_path, log):
    """Cut a run's file anywhere: the same cells come out, and whole lines aren't measured again."""
    folder = tmp_path / "r"
    job = work(program("good"))
    measure(folder, job)
    whole = measured(folder)
    victim = max((folder / "runs").iterdir())
    content = victim.read_bytes()
    for cut in range(0, len(content), 149):
        victim.write_bytes(content[:cut])
        kept = sum(isinstance(x, records.Cell) for x in records.read(victim))
        log.write_text("")
        measure(folder, job)
        assert measured(folder) == whole
        assert len(log.read_text().split()) == 6 - kept
        assert isinstance(list(records.read(victim))[-1], records.End)


def test_a_complete_session_measures_nothing_again(tmp_path, log):
    job = work(program("good"))
    measure(tmp_path / "r", job)
    log.write_text("")
    measure(tmp_path / "r", job)
    assert log.read_text() == ""


def test_a_kill_in_the_middle_loses_at_most_the_cell_under_way(tmp_path, log):
    script = (
        "import sys; sys.path[:0] = sys.argv[1:3]\n"
        "import test_session as t; from pathlib import Path\n"
        "t.measure(Path(sys.argv[3]), t.work(t.program('good', 'other'), rounds=20))\n"
    )
    paths = [str(PROBE.parent), str(PROBE.parents[1]), str(tmp_path / "r")]
    child = subprocess.Popen([sys.executable, "-c", script, *paths])
    while len(log.read_text().split()) < 30:
        assert child.poll() is None
        time.sleep(0.02)
    child.kill()
    child.wait()
    asked = len(log.read_text().split())
    assert asked - 1 <= len(measured(tmp_path / "r")) <= asked
    measure(tmp_path / "r", work(program("good", "other")))
    assert len([number for number, _ in measured(tmp_path / "r") if number <= 3]) == 36


@pytest.mark.parametrize(
    ("engine", "stage", "word"),
    [
        ("crashes", "crash", "SIGABRT"),
        ("hangs", "timeout", "killed"),
        ("refuses", "refused", "10000"),
        ("lies", "garbage", "impossible"),
        ("babbles", "garbage", "what?"),
    ],
)
def test_trouble_is_one_record_a_cell_and_the_rest_goes_on(tmp_path, engine, stage, word):
    found = program(engine, "good", timeout=0.4 if engine == "hangs" else 20.0)
    runner = measure(tmp_path / "r", work(found))
    failures = [x for x in lines(tmp_path / "r") if isinstance(x, records.Failure)]
    assert len(failures) == 6 == len(runner.failures)  # once, not once a round
    assert {f.stage for f in failures} <= {stage, "crash"} and word in failures[0].reason + "".join(
        f.reason for f in failures
    )
    assert all("\n" not in f.reason for f in failures)
    assert len(measured(tmp_path / "r")) == 18  # the good engine's, all of them


def test_an_engine_that_failed_to_verify_is_never_timed(tmp_path, log):
    job = work(program("good", "mutated"))
    runner = measure(tmp_path / "r", job, but="mutated")
    assert "mutated" not in log.read_text()
    failures = [x for x in lines(tmp_path / "r") if isinstance(x, records.Failure)]
    assert len(failures) == 6 == len(runner.failures)
    assert {f.stage for f in failures} == {"verify"} and "got 01" in failures[0].reason


def test_a_binary_that_nobody_verified_is_never_timed(tmp_path, log):
    job = work(program("good"))
    stale = [records.Verification(**{**_fields(v), "binary": "0"}) for v in passed(job)]
    meter = Meter(Console(quiet=True), plan.Pace())
    runner = session.measure(tmp_path / "r", job, lambda: stale, meter)
    assert log.read_text() == "" and len(runner.failures) == 6


def _fields(struct) -> dict:
    return {name: getattr(struct, name) for name in struct.__struct_fields__}


def test_a_binary_that_changes_stops_the_session(tmp_path):
    found = replace(program("good"), binary="what was verified")
    job = work(found)
    with pytest.raises(Failed, match="changed while it was being measured"):
        measure(tmp_path / "r", job)


def test_another_plan_sets_the_earlier_session_aside(tmp_path):
    folder = tmp_path / "r"
    measure(folder, work(program("good")))
    measure(folder, work(program("good"), keep=256))
    assert {cell for _, cell in measured(folder)}.isdisjoint(
        cell for _, cell in measured(next((folder / "earlier").iterdir()))
    )
    assert len(measured(folder)) == 18 and len(session.sessions(folder)) == 1


def test_more_rounds_go_on_with_the_session(tmp_path, log):
    folder = tmp_path / "r"
    measure(folder, work(program("good"), rounds=3))
    log.write_text("")
    measure(folder, work(program("good"), rounds=5))
    assert len(log.read_text().split()) == 12 and len(measured(folder)) == 30


def test_fresh_begins_anew_and_keeps_the_old(tmp_path, log):
    folder = tmp_path / "r"
    measure(folder, work(program("good")))
    log.write_text("")
    measure(folder, work(program("good")), fresh=True)
    assert len(log.read_text().split()) == 18
    assert len(measured(next((folder / "earlier").iterdir()))) == 18


def test_two_sessions_share_a_folder(tmp_path):
    folder = tmp_path / "r"
    measure(folder, work(program("good"), name="one"))
    measure(folder, work(program("good"), name="two"))
    measure(folder, work(program("good"), name="one"))
    assert {s.session for s in session.sessions(folder)} == {"one", "two"}
    assert len(measured(folder)) == 36 and not (folder / "earlier").exists()


def test_two_labs_at_once_are_refused(tmp_path):
    with session.locked(tmp_path), pytest.raises(Mistake, match="another lab"):
        measure(tmp_path, work(program("good")))
    measure(tmp_path, work(program("good")))  # and the lock is gone with its holder


def test_a_round_whose_clocks_disagree_is_kept_and_repeated(tmp_path, monkeypatch):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "moved")
    runner = measure(tmp_path / "r", work(program("good")))
    rounds = {number for number, _ in measured(tmp_path / "r")}
    assert rounds == set(range(1, 3 + clocks.MOST_REPEATS + 1))
    assert runner.repeated == sorted(rounds)[: clocks.MOST_REPEATS]
    cells = [x for x in lines(tmp_path / "r") if isinstance(x, records.Cell)]
    assert all("+50.0 %" in cell.marked for cell in cells)


def test_a_cell_whose_core_was_shared_is_measured_again_after_the_others(
    tmp_path, log, monkeypatch
):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "second")
    runner = measure(tmp_path / "r", work(program("good"), rounds=2))
    assert not runner.repeated
    asked = log.read_text().split()
    assert len(asked) == 14  # two rounds of six cells, and one of each round again
    for one in (asked[:7], asked[7:]):
        assert one[6] == one[1] and len(set(one)) == 6
    cells = [x for x in lines(tmp_path / "r") if isinstance(x, records.Cell)]
    marks = [cell.marked for cell in cells if cell.marked]
    assert marks == ["the core was shared: 3.5 instructions a cycle, elsewhere 6.0"] * 2
    counted = statistics.load(tmp_path / "r").usable()
    assert len(counted) == 12 and not counted["disturbed"].any()


def test_a_cell_is_measured_again_twice_and_then_it_spoils_its_round(tmp_path, monkeypatch):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "encrypt")
    runner = measure(tmp_path / "r", work(program("good"), rounds=1))
    assert runner.repeated == [1, 2, 3]  # two of six cells
    values = statistics.load(tmp_path / "r").values
    one = values[values["round"] == 1].groupby("operation").size()
    assert one["encrypt"] == 2 * (1 + clocks.MOST_RETRIES) and one["decrypt"] == 2


def test_nothing_is_measured_again_in_a_round_that_is_spoilt_already(tmp_path, log, monkeypatch):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "moved")
    measure(tmp_path / "r", work(program("good", "other"), rounds=1))
    first = log.read_text().split()[: 6 * (1 + clocks.MOST_RETRIES) + 6]
    assert len(set(first[:-6])) == 6 and len(set(first)) == 12


def test_cells_without_readings_do_not_count_where_a_tenth_spoils_a_round(tmp_path, monkeypatch):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "moved")
    java = program("unread")
    batch = plan.Batch(replace(java, language="java"), tuple(plan.cells(java)))
    assert len(batch.tasks) > 48  # of all, six bad ones would be less than a tenth
    job = work(program("good", "other"), rounds=1)
    measure(tmp_path / "r", replace(job, batches=(*job.batches, batch)))
    asked = [cell for number, cell in measured(tmp_path / "r") if number == 1]
    assert sum("unread" not in cell for cell in asked) == 6 * (1 + clocks.MOST_RETRIES) + 6


def test_one_width_that_is_too_large_is_not_the_cores():
    """The clock rose while a cell was measured, and had fallen when it was read again."""
    assert clocks.widest([3.9, 2.0] * 100 + [4.6]) == pytest.approx(3.9)
    assert clocks.widest([2.0, float("nan"), 3.9]) == pytest.approx(3.9, rel=0.01)
    assert clocks.widest([float("nan")]) == 0


def test_a_killed_session_measures_disturbed_cells_again_too(tmp_path, log, monkeypatch):
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "second")
    folder = tmp_path / "r"
    job = work(program("good"), rounds=1)
    measure(folder, job)
    (path,) = (folder / "runs").iterdir()
    head, *cells = records.read(path)
    path.write_bytes(b"".join(map(records.encode, [head, *cells[:2]])))  # the second one: marked
    log.write_text("")
    monkeypatch.delenv("SESSION_PROBE_CLOCK")
    measure(folder, job)
    asked = log.read_text().split()
    assert len(asked) == 5 and cells[0].cell not in asked and cells[1].cell in asked


def test_a_core_is_waited_for_once_it_is_known(tmp_path, monkeypatch):
    monkeypatch.setattr(clocks, "LEAST_READ", 4)
    measure(tmp_path / "r", work(program("good"), rounds=1))
    (path,) = (tmp_path / "r" / "runs").iterdir()
    asked = [x.waited_ns for x in records.read(path) if isinstance(x, records.Cell)]
    assert asked == [0] * 4 + [round(900 * 12.0 / 2.005)] * 2  # what the probe says it was asked


def test_no_core_is_waited_for_in_a_spoilt_round(tmp_path, monkeypatch):
    monkeypatch.setattr(clocks, "LEAST_READ", 1)
    monkeypatch.setenv("SESSION_PROBE_CLOCK", "moved")
    measure(tmp_path / "r", work(program("good", "other"), rounds=1))
    found = [list(records.read(path)) for path in (tmp_path / "r" / "runs").iterdir()]
    first = min(found, key=lambda lines: (lines[0].round, lines[0].started))
    second = max((f for f in found if f[0].round == 1), key=lambda lines: lines[0].started)
    assert any(x.waited_ns for x in first if isinstance(x, records.Cell))
    assert not any(x.waited_ns for x in second if isinstance(x, records.Cell))


def test_the_rule_for_clocks_never_sees_a_time():
    cell = records.Cell(
        cell="c", engine="e", cipher="null", operation="encrypt", key_bits=128, blocks=1,
        block_bytes=16, calls=1, bytes=16, wall_ns=[1.0, 9e9], core_per_tick=[1.0, 1.02],
    )  # fmt: skip
    assert clocks.disturbed(cell, 6.0) is None
    cell.issued_per_tick = [5.5, 5.5, 1.0]  # of 5.45 a cycle
    assert clocks.disturbed(cell, 6.0) is None
    assert "5.4 instructions a cycle, elsewhere 6.1" in clocks.disturbed(cell, 6.1)
    cell.core_per_tick = [1.0, 0.96]
    assert "-4.0 %" in clocks.disturbed(cell, 6.0)
    cell.marked = "moved"
    steady = [
        records.Cell(**{**_fields(cell), "cell": name, "marked": None}) for name in "abdefghij"
    ]
    assert not clocks.spoilt([cell, *steady])  # one in ten
    assert clocks.spoilt([cell, *steady[:8]])  # one in nine
    again = records.Cell(**{**_fields(cell), "marked": None})
    assert not clocks.spoilt([cell, again, *steady[:8]])
    assert not clocks.spoilt([])


def test_a_full_disk_is_one_line_and_loses_nothing(tmp_path):
    folder = tmp_path / "r"
    job = work(program("good"))
    measure(folder, job)
    victim = max((folder / "runs").iterdir())
    whole, content = measured(folder), victim.read_bytes()
    victim.write_bytes(b"".join(content.splitlines(keepends=True)[:3]))
    limit = victim.stat().st_size + 500  # the new head fits, the next cell does not
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
    try:
        with pytest.raises(Failed) as caught:
            measure(folder, job)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert str(victim) in caught.value.message and "\n" not in caught.value.message
    assert sum(isinstance(x, records.Cell) for x in records.read(victim)) >= 2
    measure(folder, job)
    assert measured(folder) == whole


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_folder_is_one_line(tmp_path):
    tmp_path.chmod(0o500)
    with pytest.raises(Failed, match="cannot write"):
        measure(tmp_path / "r", work(program("good")))


def test_a_folder_that_cannot_be_made_is_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(Failed, match="cannot write .*file/r"):
        measure(tmp_path / "file" / "r", work(program("good")))


def test_results_of_a_newer_version_are_refused(tmp_path):
    folder = tmp_path / "r"
    job = work(program("good"))
    measure(folder, job)
    newer = (folder / "session.json").read_bytes().replace(b'"schema":1', b'"schema":2')
    (folder / "session.json").write_bytes(newer)
    with pytest.raises(Mistake, match="newer Fifteen"):
        measure(folder, job)
    assert (folder / "session.json").read_bytes() == newer


# ---- One engine on several JVMs ----


def on_two(*engines: str) -> session.Work:
    """The same binary with two toolchains."""
    batches = []
    for name in ("a", "b"):
        found = program(*engines)
        toolchain = msgspec.structs.replace(found.toolchain, name=name)
        found = replace(found, toolchain=toolchain, command=(*found.command, name))
        batches += work(found).batches
    return session.Work("test", tuple(batches), 3, seed=7)


def test_what_fails_on_one_jvm_is_timed_on_the_other(tmp_path):
    job = on_two("good")
    verdicts = passed(job)
    verdicts[0].passed, verdicts[0].reason = False, "a JIT's mistake"
    meter = Meter(Console(quiet=True), plan.Pace())
    runner = session.measure(tmp_path / "r", job, lambda: verdicts, meter)
    assert {cell.rpartition("@")[2] for _, cell in measured(tmp_path / "r")} == {"b"}
    assert {f.cell.rpartition("@")[2] for f in runner.failures.values()} == {"a"}
    assert {f.reason for f in runner.failures.values()} == {"a JIT's mistake"}


def test_probes_lost_on_one_jvm_are_not_counted_on_the_other(tmp_path):
    runner = measure(tmp_path / "r", on_two("crashes"))
    tried = [f for f in runner.failures.values() if "not tried" not in f.reason]
    assert sorted(f.cell.rpartition("@")[2] for f in tried) == ["a"] * 3 + ["b"] * 3


def test_the_session_says_what_was_left_out_and_what_came_first(tmp_path):
    job = replace(on_two("good"), left_out=("jvm c: no mode int",))
    measure(tmp_path / "r", job)
    (kept,) = session.sessions(tmp_path / "r")
    assert kept.toolchains == ["a", "b"] and kept.left_out == ["jvm c: no mode int"]


# ---- A session grows by toolchains ----


def of(job: session.Work, *toolchains: str) -> session.Work:
    chosen = tuple(b for b in job.batches if b.program.toolchain.name in toolchains)
    return replace(job, batches=chosen)


def run_files(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_mtime_ns for path in (folder / "runs").iterdir()}


def test_a_toolchain_that_joins_measures_nothing_again(tmp_path):
    folder, job = tmp_path / "r", on_two("good")
    measure(folder, of(job, "a"))
    before = run_files(folder)
    measure(folder, job)
    after = run_files(folder)
    assert {name: after[name] for name in before} == before
    assert len(after) == 2 * len(before)
    (kept,) = session.sessions(folder)
    assert kept.toolchains == ["a", "b"] and len(kept.cells) == len(job.tasks)
    assert not (folder / "earlier").exists()


def test_a_toolchain_left_out_this_time_stays(tmp_path):
    folder, job = tmp_path / "r", on_two("good")
    measure(folder, job)
    before = run_files(folder)
    measure(folder, of(job, "b"))
    assert run_files(folder) == before
    (kept,) = session.sessions(folder)
    assert kept.toolchains == ["a", "b"] and len(kept.cells) == len(job.tasks)


def test_another_program_of_a_toolchain_is_another_session(tmp_path):
    folder, job = tmp_path / "r", on_two("good")
    measure(folder, of(job, "a"))
    other = tuple(
        replace(batch, program=replace(batch.program, binary="0" * 64)) for batch in job.batches
    )
    begun = session.begin(
        folder, replace(job, batches=other), machine_of(folder), lambda line: None
    )
    assert begun.toolchains == ["a", "b"] and (folder / "earlier").exists()


@pytest.mark.parametrize(
    ("changes", "machine", "what"),
    [
        ({}, "another", "on another machine"),
        ({"binary": "0" * 64}, None, "other programs"),
        ({}, None, "other cells"),
    ],
)
def test_why_a_new_session_begins_is_said(tmp_path, changes, machine, what):
    folder, said = tmp_path / "r", []
    job = work(program("good"))
    measure(folder, job)
    job = work(replace(program("good"), **changes), keep=192 if what == "other cells" else 128)
    session.begin(folder, job, machine or machine_of(folder), said.append)
    assert said[0].startswith(f"the session here measured {what}: kept in ")


def machine_of(folder: Path) -> str:
    (known,) = session.sessions(folder)
    return known.machine
