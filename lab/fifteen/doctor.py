# SPDX-License-Identifier: Apache-2.0
"""``./fifteen doctor``: what was found, what to mend, and whether the lab can run."""

import shutil
from dataclasses import dataclass

import click
from rich.console import Console
from rich.markup import escape

from fifteen import compilers, jvms, machine
from fifteen.errors import Failed

# tool: the Debian package that has it
NEEDED = {
    "cc": "gcc libc6-dev",
    "cmake": "cmake",
    "make": "make",
    "java": "openjdk-17-jdk-headless",
    "javac": "openjdk-17-jdk-headless",
    "mvn": "maven",
}
BUSY = 0.3  # load average from which other programs disturb


@dataclass(frozen=True)
class Advice:
    """Something that could be better: what, and what to do."""

    what: str
    mend: str
    needed: bool = False  # without it the lab cannot run


def missing_tools() -> list[str]:
    """The tools that are needed and not there."""
    return [tool for tool in NEEDED if shutil.which(tool) is None]


def install_line(tools: list[str]) -> str:
    """The one line that installs them."""
    return "sudo apt-get install " + " ".join(dict.fromkeys(NEEDED[tool] for tool in tools))


def advice(facts: machine.Facts, load: float, missing: list[str]) -> list[Advice]:
    """What to mend, most important first."""
    found = []
    if missing:
        found.append(Advice(f"missing: {', '.join(missing)}", install_line(missing), needed=True))
    if facts["governor"] not in (None, "performance"):
        found.append(
            Advice(
                f"the frequency governor is {facts['governor']}: clocks change while measuring",
                "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
            )
        )
    if facts["turbo"]:
        found.append(
            Advice(
                "turbo is on: the clock depends on heat and on the neighbours",
                "echo 0 | sudo tee /sys/devices/system/cpu/cpufreq/boost "
                "(Intel: echo 1 | sudo tee /sys/devices/system/cpu/intel_pstate/no_turbo)",
            )
        )
    if facts["smt_active"]:
        found.append(
            Advice(
                "SMT is on: another thread may share the core",
                "echo off | sudo tee /sys/devices/system/cpu/smt/control",
            )
        )
    if load > BUSY:
        found.append(
            Advice(
                f"load average {load:.2f}: other programs are running",
                "wait, or end them; cells that clock readings say were disturbed are repeated",
            )
        )
    paranoid = facts["perf_event_paranoid"]
    if paranoid is None or paranoid > 2:
        found.append(
            Advice(
                "no hardware counters: cycles are time-stamp ticks times a measured ratio",
                "sudo sysctl kernel.perf_event_paranoid=2 (a virtual machine may have none at all)",
            )
        )
    if facts["hypervisor"] not in ("none", None):
        found.append(
            Advice(
                f"a virtual machine ({facts['hypervisor']}): CPUID traps, neighbours are unseen",
                "bare metal is quieter; the published CPUID loops are shown minus their empty loop",
            )
        )
    return found


@click.command()
def doctor_command() -> None:
    """Say what was found of this machine, and what to mend. Ends with 1 if the lab cannot run."""
    console = Console(highlight=False, soft_wrap=True)
    facts = machine.facts()
    for name, value in facts.items():
        console.print(f"[dim]{name.replace('_', ' '):>20}[/]  {escape(_said(name, value))}")
    for what, factor in (("compiler", compilers), ("jvm", jvms)):
        for line in factor.survey()[1]:
            console.print(f"[dim]{f'{what} left out':>20}[/]  {escape(line)}")
    console.print()
    found = advice(facts, machine.load_average(), missing_tools())
    for one in found:
        colour = "red" if one.needed else "yellow"
        console.print(f"[{colour}]{'needed' if one.needed else 'better'}[/]  {escape(one.what)}")
        console.print(f"        {escape(one.mend)}")
    if any(one.needed for one in found):
        raise Failed("the lab cannot run before what is needed is there")
    console.print("the lab can run")


def _said(name: str, value: object) -> str:
    if value is None:
        return "unknown"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ("\n" + " " * 22).join(value) if name in ("compilers", "jvms") else " ".join(value)
    return f"{value / 2**30:.1f} GiB" if name == "memory_bytes" else str(value)
