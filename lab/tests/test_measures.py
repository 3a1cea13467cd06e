# SPDX-License-Identifier: Apache-2.0
"""What is measured beside time a call: which of it, when, and how the report shows it."""

from dataclasses import replace

import pytest
import synthetic
from fifteen import (
    evaluate,
    export,
    manifest,
    measure_report,
    measure_tables,
    measures,
    native_report,
    plan,
    records,
    session,
    statistics,
    tables,
)
from fifteen.selection import matcher

CHAIN = records.Toolchain(name="openjdk-17.0.15", language="java", version="17")


def engine(cipher, library="fifteen"):
    name = f"java/{cipher}/portable" if library == "fifteen" else f"java/{library}/{cipher}"
    return manifest.Engine(
        engine=name, cipher=cipher, name="portable", library=library, version="1", needs="",
        usable=True, block_bytes=16, key_bits_min=128, key_bits_max=256, key_bits_step=64,
        tweak_bytes=0, batch=1, pays_from=0, context_bytes=None, command=[],
    )  # fmt: skip


def program(*engines):
    return plan.Program("java", ("java",), CHAIN, {e.engine: e for e in engines}, "x", forks=True)


OURS = program(engine("rijndael"), engine("serpent"), engine("rijndael", "SunJCE"))


def tasks(everything=False):
    return [*plan.cells(OURS, everything), *measures.tasks(OURS, everything)]


# ---- Which ----


def usual(tasks):
    return {(t.engine, t.operation) for t in tasks if t.usual}


def test_what_is_usual_of_ours_and_of_a_peer():
    ours, peer = "java/serpent/portable", "java/SunJCE/rijndael"
    found = {name: {o for e, o in usual(tasks()) if e == name} for name in (ours, peer)}
    assert found[ours] - found[peer] == {"rekey-1-encrypt"}
    assert found[peer] - found[ours] == {"first-use"}
    assert {"memory", "heap", "class-bytes"} < found[ours] & found[peer]


def test_a_rare_operation_is_measured_where_the_expression_names_it():
    rare = [t for t in tasks() if not t.usual]
    assert {t.operation for t in rare} >= {"warm-up", "rekey-16-decrypt"}

    def named(expression):
        matches = matcher(expression)
        return {t.operation for t in rare if matches(t.name) and plan.names(matches, t)}

    assert named("java and encrypt") == named("serpent or not c/") == set()
    assert named("serpent and warm-up") == {"warm-up"}
    assert named("rekey-16 and encrypt") == {"rekey-16-encrypt"}


def test_only_what_hangs_on_the_key_has_every_key_size_with_everything():
    sizes = {}
    for task in measures.tasks(OURS, everything=True):
        sizes.setdefault(task.operation, set()).add(task.key_bits)
    assert sizes["heap"] == sizes["memory"] == {128, 192, 256}
    assert sizes["first-use"] == sizes["warm-up"] == {128}
    assert sizes["class-bytes"] == {0}


def test_c_has_its_own():
    ours, peer = engine("serpent"), engine("serpent", "botan")
    c = plan.Program("c", ("probe",), CHAIN, {e.engine: e for e in (ours, peer)}, "x")
    found = {(t.engine, t.operation): t for t in measures.tasks(c)}
    assert {verb for _, verb in found} == set(measures.VERBS["c"])
    assert {verb for of, verb in found if of == peer.engine} == {"stack", "instructions"}
    assert not any(t.usual for t in found.values() if t.engine == peer.engine)
    assert {t.key_bits for t in found.values()} == {0, 128}
    assert len(measures.tasks(c, everything=True)) == 2 + 2 * 2 * 3  # each of three key sizes


# ---- Once ----


def test_what_comes_out_the_same_is_in_the_first_round_alone(tmp_path):
    batches = measures.batches(OURS, measures.tasks(OURS))
    work = session.Work("x", tuple(batches), rounds=3)
    runner = session.Runner(tmp_path, work, None, "here", None)
    first, second = ({t.operation for b in runner._batches(n) for t in b.tasks} for n in (1, 2))
    assert first - second == {"memory", "heap", "class-bytes"}
    assert second == {"first-use", "warm-up"}


def test_an_answer_without_what_it_should_have_is_no_record():
    task = next(t for t in measures.tasks(OURS) if t.operation == "memory")
    answer = {"request": 1, "instance_bytes": 8, "tables_bytes": 0, "sizes": "by the JVM"}
    assert task.record(answer).instance_bytes == 8
    with pytest.raises(ValueError, match="tables_bytes"):
        task.record({**answer, "tables_bytes": None})


# ---- What the report makes of it ----


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return synthetic.write(tmp_path_factory.mktemp("results"), rounds=5)


@pytest.fixture(scope="module")
def view(folder):
    return tables.View(statistics.load(folder))


def test_first_use_is_a_median_with_its_interval(view):
    found = measure_tables.first_use(view).set_index("title").loc["MARS"]
    assert found["load"].median == pytest.approx(1.03 * synthetic.FIRST_USE[1], rel=1e-3)
    assert found["load"].low == pytest.approx(1.01 * synthetic.FIRST_USE[1], rel=1e-3)
    assert found["total"].median == pytest.approx(1.03 * sum(synthetic.FIRST_USE[1:5]), rel=1e-3)


def test_warm_up_has_the_points_that_every_run_has(view):
    mars = measure_tables.warm_up(view).query("title == 'MARS'")
    assert list(mars["calls"]) == [1, 2, 3, 4, 6, 8, 11, 14]
    assert mars["ns"].iloc[0] == pytest.approx(1.03e6)


def test_a_session_without_heap_has_its_other_sizes(view, monkeypatch):
    everything = measure_tables.measured

    def without(of, kind):
        return everything(of, kind).iloc[: 0 if kind == "heap" else None]

    monkeypatch.setattr(measure_tables, "measured", without)
    mars = measure_tables.space(view).loc["MARS"]
    assert mars["instance"] > 0 and mars.isna()["heap_key"]


def test_the_null_ciphers_heap_is_taken_off(view):
    mars = measure_tables.space(view).loc["MARS"]
    heap, null = synthetic.HEAP, synthetic.NULL_HEAP
    assert mars["heap_key"] == heap[1] + heap[2] - null[1] - null[2]
    assert mars["heap_block"] == heap[3]


def test_memory_allocation_and_classes_stand_in_one_row(view):
    mars = measure_tables.space(view).loc["MARS"]
    assert (mars["instance"], mars["tables"]) == synthetic.MEMORY
    assert mars["key"] == mars["call"] == synthetic.ALLOCATED
    assert mars["classes"] == sum(synthetic.CLASSES.values())
    assert mars["helpers"] == mars["shared"] == 2900  # its own nested class is no helper
    assert "Null, the identity" not in measure_tables.space(view).index


def test_a_key_with_its_first_block_stands_beside_the_key_alone(view):
    mars = measure_tables.rekeyed(view).loc["MARS"]
    assert list(mars.index) == ["keysetup-encrypt", "rekey-1-encrypt", "keysetup-decrypt"]
    assert mars["keysetup-encrypt"]["ns"] == pytest.approx(960, rel=0.02)
    assert mars["rekey-1-encrypt"]["ns"] == pytest.approx(960 + 9 + 16 * 8.6, rel=0.02)


def test_no_section_where_nothing_was_measured(view):
    """Nothing but encryption."""
    values = view.results.values
    values = values[values["operation"] == "encrypt"].assign(allocated=float("nan"))
    nothing = {verb: frame.iloc[:0] for verb, frame in view.results.measures.items()}
    bare = tables.View(replace(view.results, values=values, measures=nothing))
    for sections in (measure_report.sections, native_report.sections):
        assert all(sections(view).values())
        assert {name for name, shown in sections(bare).items() if shown} <= {"cycles"}
    assert not any(c.operation.startswith("rekey") for c in view.columns)


def test_the_export_has_every_raw_value(folder):
    found = export.measures(folder)
    one = found[(found["engine"] == "java/mars/portable") & (found["round"] == 1)]
    assert one.query("quantity == 'instance_bytes'")["value"].tolist() == [synthetic.MEMORY[0]]
    assert one.query("quantity == 'calls'")["value"].tolist() == [1, 2, 3, 4, 6, 8, 11, 14, 18]
    assert set(one.query("quantity == 'classes'")["of"]) == {"mars", "mars$Table", "Bytes",
                                                             "KeyedEngine"}  # fmt: skip


def test_the_announcement_counts_once_what_is_measured_once():
    batches = measures.batches(OURS, [t for t in measures.tasks(OURS) if t.usual])
    once = plan.Pace().round_seconds(b for b in batches if b.once)
    times = evaluate.Schedule(rounds=6, verify=0, once=once, round=1.0)
    assert times.total == pytest.approx(6 + once)
