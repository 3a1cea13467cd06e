# SPDX-License-Identifier: Apache-2.0
"""What C engines cost beside time a call: agility, latency, bytes, instructions, and two builds."""

import copy
import shutil
import subprocess
from dataclasses import replace

import pytest
import synthetic
from click.testing import CliRunner
from fifteen import (
    agility,
    build,
    callgrind,
    compare,
    complexity_c,
    evaluate,
    manifest,
    measures,
    naming,
    native_report,
    native_tables,
    objects,
    places,
    plan,
    probes,
    records,
    statistics,
    tables,
)
from fifteen.errors import Failed, Mistake
from fifteen.probes import ProbeError
from test_plan import choice


@pytest.fixture(scope="module")
def view(tmp_path_factory):
    return tables.View(statistics.load(synthetic.write(tmp_path_factory.mktemp("results"))))


# ---- Key agility ----


def by_hand(early: str, late: str) -> float:
    """Where the straight lines of two of the synthetic ciphers meet, in blocks."""
    costs = [(*synthetic.CIPHERS[name][2], synthetic.CIPHERS[name][0]) for name in (early, late)]
    begin = [setup + overhead for setup, _, overhead, _, _, _ in costs]
    block = [byte * size for _, _, _, byte, _, size in costs]
    return (begin[1] - begin[0]) / (block[0] - block[1])


@pytest.mark.parametrize(("early", "late"), [("serpent", "mars"), ("mars", "twofish")])
def test_who_overtakes_whom_and_from_where(view, early, late):
    found = agility.Agility(view).overtakings()
    titles = {"early": naming.title(early, ""), "late": naming.title(late, "")}
    (row,) = [r for r in found.to_dict("records") if titles.items() <= r.items()]
    assert row["blocks"].median == pytest.approx(by_hand(early, late), rel=1e-3)
    assert row["blocks"].low <= row["blocks"].median <= row["blocks"].high


def test_only_blocks_of_one_size_are_compared_and_all_pairs_accounted_for(view):
    found = agility.Agility(view).overtakings()
    assert found.attrs["pairs"] == 10 + 1  # five ciphers of 16 bytes; two of 8, as one is unproven
    assert found.attrs["kept"] + len(found) == found.attrs["pairs"]
    assert not {"DES", "Triple-DES"} & {*found["early"], *found["late"]}  # always in that order
    assert view.harness not in {*found["early"], *found["late"]}


def test_what_is_equal_at_one_end_is_not_separated(view):
    """RC6 costs, at the most blocks, what Rijndael does: no count is given."""
    one = agility.Agility(view)
    titles = ["Rijndael (AES)", "RC6-32/20"]
    one._verdicts = lambda rounds: (
        {} if set(titles) <= set(rounds) and rounds[titles[0]].median() < 160
        else {tuple(sorted(titles)): titles[0]}
    )  # fmt: skip
    found = one.overtakings()
    of = found[(found["early"] == titles[0]) & (found["late"] == titles[1])]
    assert of["blocks"].tolist() == [None]
    (shown,) = (
        row
        for row in native_report._overtakings(one)["overtakings"]
        if (row["early"], row["late"]) == tuple(titles)
    )
    assert (shown["shown"], shown["interval"]) == ("not separated", "of a long message")


def test_below_five_rounds_nobody_overtakes(tmp_path):
    few = tables.View(statistics.load(synthetic.write(tmp_path, rounds=3)))
    found = agility.Agility(few).overtakings()
    assert len(found) == found.attrs["pairs"] and set(found["blocks"]) == {None}


def test_the_curve_is_a_byte_with_its_key(view):
    curve = agility.Agility(view).curve().set_index(["title", "blocks"])
    setup, _, overhead, byte, _ = synthetic.CIPHERS["serpent"][2]
    for blocks in synthetic.UNDER:
        cost = (setup + overhead) / (16 * blocks) + byte
        assert curve.loc[("Serpent", blocks), "cost"] == pytest.approx(cost, rel=0.01)


def test_latency_stands_beside_throughput(view):
    row = agility.latency(view).set_index("title").loc["Serpent"]
    _, _, overhead, byte, _ = synthetic.CIPHERS["serpent"][2]
    wanted = synthetic.CHAINED * (overhead / 16 + byte) / byte
    assert row["ratio"].ratio == pytest.approx(wanted, rel=0.02)
    assert row["called"]["blocks"] == 1 and row["bulk"]["blocks"] == 1024


def test_modes_stand_over_ecb_in_their_direction(view):
    found = agility.modes(view)
    for mode, times in synthetic.MODES.items():
        assert found["Serpent"][mode].ratio == pytest.approx(times, rel=0.02)
    assert set(found["DES"]) == {"ctr", "cbc-decrypt"}
    assert list(found)[0] == "Rijndael (AES)" and view.harness not in found


def test_a_mode_without_its_ecb_has_no_ratio(view):
    other = copy.copy(view)
    other.figures = view.figures[view.figures["operation"] != "decrypt"]
    found = agility.modes(other)["Serpent"]
    assert found["cbc-decrypt"] is None and found["ctr"]


# ---- Bytes and instructions in the report ----


def test_bytes_of_code_tables_context_and_stack(view):
    row = native_tables.space(view).loc["Serpent"]
    assert row["code"] == sum(synthetic.CODE.values())
    assert row["tables"] == sum(synthetic.TABLES.values())
    assert row["shared"] == synthetic.CODE["bytes.c: wipe"] + synthetic.TABLES["tables.c: S"]
    assert (row["context"], row["stack"]) == (484, max(synthetic.STACK))
    assert (row["file"], row["lines"]) == ("serpent.c", 200)
    assert view.harness not in native_tables.space(view).index


def test_instructions_by_call_block_and_cycle(view):
    row = native_tables.instructions(view).loc["Serpent"]
    counts = synthetic.INSTRUCTIONS
    each = (counts["128"] - counts["16"]) / 112
    assert (row["first"], row["block"]) == (counts["1"], each)
    cycles = 16 * synthetic.CIPHERS["serpent"][2][3]
    assert row["per_cycle"] == pytest.approx(each / cycles, rel=0.02)


def test_where_cycles_are_from_is_said(view):
    said = native_report.cycles(view)
    assert "time-stamp ticks times 1.42 core cycles a tick" in said
    assert synthetic.COUNTER_ERROR in said
    counted = view.values.assign(cycle_source="counter", counter_cycles=view.values["clock_cycles"])
    other = copy.copy(view)
    other.values = counted
    assert native_report.cycles(other).startswith("Core cycles in C: the hardware counter’s.")
    assert "1.00 times [1.00] as much" in native_report.cycles(other)


def test_every_section_is_there(view):
    assert all(native_report.sections(view).values())


# ---- Object files ----

TOY = """
static const unsigned char used[1024] = {1}, unused[512] = {2};
extern int shared(int);
static int deep(int x) { return used[x & 1023] + shared(x); }
static int set_key(int x) { return deep(x) + 1; }
int other(int x) { return unused[x & 511]; }
typedef struct { const char *name; int (*set_key)(int); } engine;
const engine fifteen_toy_portable = {"a name that is no table", set_key};
"""
SHARED = """
static const int table[100] = {3};
int shared(int x) { return table[x % 100]; }
int lonely(int x) { return x * 12345; }
"""


@pytest.fixture
def compiled(tmp_path):
    """Compiles the toy with some flags, and returns the library of its object files."""

    def compiled_with(*flags: str) -> objects.Library:
        for name, text in (("toy.c", TOY), ("shared.c", SHARED)):
            (tmp_path / name).write_text(text)
            command = ["gcc", "-O0", "-fPIC", *flags, "-c", name, "-o", f"{name}.o"]
            subprocess.run(command, cwd=tmp_path, check=True)
        return objects.Library(tmp_path)

    return compiled_with


def test_what_an_engine_needs_is_found_along_relocations(compiled):
    code, table = compiled("-ffunction-sections", "-fdata-sections").needs("fifteen_toy_portable")
    assert set(code) == {"toy.c: set_key", "toy.c: deep", "shared.c: shared"}
    assert table == {"toy.c: used": 1024, "shared.c: table": 400}
    assert all(10 < size < 200 for size in code.values())


def test_without_sections_the_whole_file_counts(compiled):
    code, table = compiled().needs("fifteen_toy_portable")
    assert set(code) == {"toy.c: .text", "shared.c: .text"}
    assert sum(table.values()) >= 1024 + 512 + 400


def test_what_is_no_object_file_is_one_line(compiled, tmp_path):
    library = compiled()
    with pytest.raises(ProbeError, match="defines fifteen_nonesuch"):
        library.needs("fifteen_nonesuch")
    (tmp_path / "toy.c.o").write_text("LLVM bitcode, say")
    with pytest.raises(ProbeError, match="no ELF object file"):
        objects.Library(tmp_path)
    with pytest.raises(ProbeError, match="no object files"):
        objects.Library(tmp_path / "elsewhere")


def test_of_every_engine_of_ours_there_are_bytes_and_a_source():
    build.ensure_c()
    reader = objects.Reader(probes.c_probe())
    for engine in manifest.engines(probes.c_probe()):
        answer = reader.ask("code-bytes", engine=engine.engine)
        assert sum(answer["code"].values()) > 50, engine.engine
        assert reader.ask("source", engine=engine.engine)["methods"] > 0
    deal = reader.ask("code-bytes", engine="c/deal/portable")
    assert deal["file"] == "deal.c" and "des.c: SP" in deal["tables"]  # it is made of DES
    short = reader.ask("code-bytes", engine="c/rijndael/rowwise")["tables"]
    assert short == {"aes_rowwise.c: S": 256, "aes_rowwise.c: IS": 256}


# ---- Complexity ----


def test_c_is_counted_by_hand(tmp_path):
    path = tmp_path / "toy.c"
    path.write_text(
        "#define TWICE(x) ((x) + (x))\n"
        "/* if (this) counted; */\n"
        "static int f(int a) {\n"
        "    do a--; while (a > 9 && a < 99);\n"
        "    switch (a) {\n"
        "    case 1: return TWICE(a);\n"
        "    case 2: break;\n"
        "    default: a = a ? 1 : 2;\n"
        "    }\n"
        "    return a;\n"
        "}\n"
    )
    source = complexity_c.read(path)
    (function,) = source.functions
    assert function.numbers == {"size": 9, "cyclomatic_case": 5, "cyclomatic": 4}
    assert (source.lines, function.line) == (11, 3)
    assert source.operators["TWICE"] == 2 and source.operators["+"] == 1  # macros are text
    assert source.operators["#define"] == 1 and ")" not in source.operators
    assert source.operands["x"] == 3 and source.operands["a"] == 9
    assert "counted" not in source.operands


def test_lizard_counts_conditions_besides():
    found = 0
    for path in complexity_c.sources([places.ROOT / "c" / "src"]):
        text = path.read_text()
        for function in complexity_c.read(path).functions:
            body = "\n".join(text.splitlines()[function.line - 1 :][: function.lines])
            words = (*complexity_c.DECISIONS, "case", *complexity_c.CONDITIONS)
            directives = body.count("\n#if")
            counted = 1 + sum(function.words[word] for word in words) + directives
            assert function.mccabe == counted, (path.name, function)
            found += 1
    assert found > 250


def test_a_source_has_the_files_that_it_needs():
    (deal,) = complexity_c.engine_sources("deal.c")
    names = [path.name for path in complexity_c.with_helpers(deal)]
    assert names[0] == "deal.c" and set(names[1:]) == {"deal.h", "des.h", "des.c", "bytes.h"}


def test_an_engine_is_its_file_and_its_ciphers_headers():
    names = [path.name for path in complexity_c.engine_sources("rijndael_vaesvl.c")]
    assert names[0] == "rijndael_vaesvl.c" and "rijndael_vaes.h" in names[1:]
    assert all(name.startswith("rijndael_") for name in names)


# ---- callgrind ----

needs_valgrind = pytest.mark.skipif(
    shutil.which(callgrind.TOOL) is None, reason="valgrind is not installed"
)


def instructions(engine: str, cipher: str, *options: str, **other: bytes) -> dict:
    build.ensure_c()
    task = measures.Measure("instructions", engine, cipher, 128, "cc")
    with callgrind.Probe(probes.c_probe(*options), 60) as probe:
        verb, words = task.request(7)
        return probe.ask(verb, **(words | other))


@needs_valgrind
def test_instructions_are_the_same_to_the_last_one():
    first, second = (instructions("c/rijndael/portable", "rijndael") for _ in range(2))
    assert first == second
    counts = first["encrypt"]
    assert counts["1"] < counts["16"] < counts["128"]
    assert first["keysetup_decrypt"] > first["keysetup_encrypt"]


@needs_valgrind
def test_a_known_number_of_instructions():
    """A thousand additions a block, a hundred turns of a loop around them."""
    plugin = str(places.C_BUILD / "test" / "faulty.so")
    spin = instructions("c/faulty/null/spin-1000", "null", "--plugin", plugin)["encrypt"]
    null = instructions("c/null/portable", "null")["encrypt"]
    assert null["1"] < 50
    each = (spin["128"] - spin["16"]) / 112
    assert 1000 <= each < 1500


@needs_valgrind
def test_an_engine_that_is_wrong_is_not_counted():
    with pytest.raises(ProbeError, match="known answer before the timing is wrong"):
        instructions("c/rijndael/portable", "rijndael", known_cipher=bytes(16))


@needs_valgrind
def test_what_the_emulated_processor_cannot_run_is_left_out(monkeypatch):
    command = tuple(probes.c_probe())
    with_all = callgrind.unusable(command)
    assert "c/rijndael/portable" not in with_all
    monkeypatch.setenv("FIFTEEN_FEATURES", "-avx2")
    masked = callgrind.unusable(command)
    assert with_all.items() <= masked.items()
    tasks = [
        measures.Measure("instructions", engine, "serpent", 128, "cc")
        for engine in ("c/serpent/portable", "c/serpent/avx2")
    ]
    program = plan.Program("c", command, None, {}, "x")
    for engine, features in masked.items():
        assert "avx2" in features or engine in with_all
    lacking = measures.lacking(program, tasks)
    assert list(lacking) == [task for task in tasks if task.engine in masked]
    for reason in lacking.values():
        assert reason.endswith("lacks one of: avx2")


def test_without_valgrind_it_is_said(monkeypatch, tmp_path):
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(ProbeError, match="valgrind is not installed"):
        callgrind.Probe(["probe"], 1)
    task = measures.Measure("instructions", "c/rijndael/portable", "rijndael", 128, "cc")
    other = measures.Measure("stack", "c/rijndael/portable", "rijndael", 128, "cc")
    asked = choice(None, results=tmp_path)
    program = plan.Program("c", ("probe",), None, {}, "x")
    assert evaluate._can_be(program, [task, other], asked) == [other]
    assert asked.left_out == [
        "instructions: valgrind is not installed (sudo apt-get install valgrind)"
    ]


def test_what_only_a_missing_tool_could_measure_is_a_mistake(monkeypatch, tmp_path):
    toolchain = records.Toolchain(name="cc", language="c", version="1")
    engine = manifest.Engine(
        engine="c/rijndael/portable", cipher="rijndael", name="portable", library="fifteen",
        version="1", block_bytes=16, key_bits_min=128, key_bits_max=256, key_bits_step=64,
    )  # fmt: skip
    program = plan.Program("c", ("probe",), toolchain, {engine.engine: engine}, "x")
    monkeypatch.setattr(evaluate, "programs", lambda _choice: [program])
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    with pytest.raises(Mistake, match="valgrind is not installed"):
        evaluate.batches(choice("instructions", results=tmp_path))
    with pytest.raises(Mistake, match="no cell matches"):
        evaluate.batches(choice("nonesuch", results=tmp_path))


def test_a_stand_in_answers_for_the_program():
    toolchain = records.Toolchain(name="cc", language="c", version="1")
    program = plan.Program("c", ("probe",), toolchain, {}, "x")
    names = measures.VERBS["c"]
    chosen = [measures.Measure(v, "c/rijndael/portable", "rijndael", 128, "cc") for v in names]
    batches = measures.batches(program, chosen)
    by = {batch.program.asks: {t.operation for t in batch.tasks} for batch in batches}
    assert by[objects.Reader] == {"code-bytes", "source"}
    assert by[callgrind.Probe] == {"instructions"} and by[probes.Probe] == {"stack"}
    assert all(batch.once and replace(batch.program, asks=None) for batch in batches)


# ---- Two builds ----


def compared(*arguments):
    return CliRunner().invoke(compare.compare_command, list(map(str, arguments)))


@pytest.fixture
def two(tmp_path):
    return [synthetic.write(tmp_path / name, rounds=3) for name in ("old", "new")]


def change(folder, before: bytes, after: bytes) -> None:
    """One engine's count, in its record."""
    for path in (folder / "runs").glob("*.jsonl"):
        text = path.read_bytes()
        if b"c/mars/portable::instructions" in text:
            path.write_bytes(text.replace(before, after))


def test_the_same_counts_pass(two):
    done = compared(*two)
    assert done.exit_code == 0 and "0 differ" in done.output


def test_one_instruction_more_fails_and_is_named(two):
    change(two[1], b'"keysetup_encrypt":843', b'"keysetup_encrypt":844')
    done = compared(*two)
    assert done.exit_code == Failed.exit_code
    assert "keysetup encrypt of c/mars/portable::instructions" in done.output
    assert "843 to 844" in done.output
    assert compared(*two, "--tolerance", 1).exit_code == 0
    assert compared(*reversed(two)).exit_code == 0  # fewer are no failure


def test_nothing_in_common_is_a_mistake(two, tmp_path):
    for path in (two[1] / "runs").glob("*.jsonl"):
        path.unlink()
    done = compared(*two)
    assert done.exit_code == Mistake.exit_code and "no count in common" in done.output
