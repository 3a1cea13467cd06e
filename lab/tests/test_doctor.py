# SPDX-License-Identifier: Apache-2.0
"""The doctor: it sees what is wrong, says what mends it, and fails only where it must."""

import pytest
from click.testing import CliRunner
from fifteen import doctor, machine

GOOD = {
    "governor": "performance",
    "turbo": False,
    "smt_active": False,
    "perf_event_paranoid": 2,
    "hypervisor": "none",
}


def test_a_good_machine_needs_nothing():
    assert doctor.advice(GOOD, 0.0, []) == []
    assert doctor.advice({**GOOD, "governor": None, "turbo": None}, 0.0, []) == []


@pytest.mark.parametrize(
    ("fact", "value", "word"),
    [
        ("governor", "powersave", "scaling_governor"),
        ("turbo", True, "boost"),
        ("smt_active", True, "smt/control"),
        ("perf_event_paranoid", 4, "perf_event_paranoid=2"),
        ("hypervisor", "kvm", "bare metal"),
    ],
)
def test_each_fault_has_its_mending(fact, value, word):
    (only,) = doctor.advice({**GOOD, fact: value}, 0.0, [])
    assert word in only.mend and not only.needed


def test_load_is_named():
    (only,) = doctor.advice(GOOD, 1.5, [])
    assert "1.50" in only.what


def test_missing_tools_are_one_line_and_status_1(monkeypatch):
    monkeypatch.setattr(doctor.shutil, "which", lambda tool: None)
    done = CliRunner().invoke(doctor.doctor_command, [])
    assert done.exit_code == 1
    (line,) = [x for x in done.output.splitlines() if "sudo apt-get install" in x]
    assert line.count("openjdk") == 1 and "cmake" in line and "maven" in line


def test_a_machine_is_named_by_what_lasts():
    found = machine.facts()
    assert found["cpu_count"] >= 1 and found["memory_bytes"] > 0
    name = machine.record(found).machine
    assert machine.record({**found, "governor": "another"}).machine == name
    memory = 16 << 30
    kernels = [{**found, "memory_bytes": memory + mb * 10**6} for mb in (-30, 9)]
    assert len({machine.record(one).machine for one in kernels}) == 1
    other = machine.record({**found, "memory_bytes": 2 * memory}).machine
    assert other != machine.record(kernels[0]).machine
    assert machine.record({**found, "cpu_model_name": "another"}).machine != name
    assert machine.record({**found, "cpu_numbers": "another"}).machine != name


def test_a_processor_says_what_it_is(monkeypatch, tmp_path):
    monkeypatch.setattr(machine, "CPU_INFO", tmp_path / "cpuinfo")
    assert machine.cpu_numbers() is None
    first = "vendor_id\t: AuthenticAMD\ncpu family\t: 25\nmodel\t\t: 1\nmodel name\t: AMD EPYC\n"
    machine.CPU_INFO.write_text(f"{first}\n{first.replace('25', '26')}")
    assert machine.cpu_numbers() == "vendor_id AuthenticAMD, cpu family 25, model 1"
