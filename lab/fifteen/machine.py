# SPDX-License-Identifier: Apache-2.0
"""The machine: what can change a measured figure, as facts with units in their names."""

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path

import psutil
from pyperf._collect_metadata import collect_metadata

from fifteen import compilers, jvms, records

CPU_FEATURES = frozenset(
    "aes vaes pclmulqdq vpclmulqdq ssse3 sse4_1 avx avx2 avx512f avx512bw avx512vl avx512vbmi "
    "avx512ifma bmi1 bmi2 gfni sha_ni rdtscp constant_tsc nonstop_tsc asimd sha2 sve".split()
)
CPU = Path("/sys/devices/system/cpu")
CPU_INFO = Path("/proc/cpuinfo")
# How an x86 processor says what it is, and how an ARM does: its name may be that of a whole line.
CPU_NUMBERS = ("vendor_id", "cpu family", "model", "stepping", "CPU implementer", "CPU part")

# What pyperf collects and says something of the machine, not of this Python.
_PYPERF = ("aslr", "cpu_config", "cpu_model_name", "platform")
# What stays the same from boot to boot: it names the machine.
_LASTING = (
    "architecture",
    "cpu_model_name",
    "cpu_numbers",
    "cpu_count",
    "hypervisor",
)

Facts = dict[str, str | int | float | bool | None | list[str]]


def facts() -> Facts:
    """All that is recorded of this machine; None where it cannot be known."""
    metadata = collect_metadata()
    return {
        "architecture": platform.machine(),
        **{name: str(metadata[name]) for name in _PYPERF if name in metadata},
        "cpu_numbers": cpu_numbers(),
        "cpu_count": psutil.cpu_count(),
        "cpu_cores": psutil.cpu_count(logical=False),
        "cpu_features": sorted(CPU_FEATURES & _cpu_flags()),
        "smt_active": _switch(CPU / "smt/active"),
        "turbo": _turbo(),
        "governor": _read(CPU / "cpu0/cpufreq/scaling_governor"),
        "clock_source": _read(
            Path("/sys/devices/system/clocksource/clocksource0/current_clocksource")
        ),
        "hypervisor": hypervisor(),
        "perf_event_paranoid": _number(Path("/proc/sys/kernel/perf_event_paranoid")),
        "memory_bytes": psutil.virtual_memory().total,
        "operating_system": _operating_system(),
        "compilers": [f"{c.name}: {c.line}, {c.path}" for c in compilers.found()],
        "jvms": [f"{jvm.name}: {jvm.line}, {jvm.home}" for jvm in jvms.found()],
    }


def record(found: Facts | None = None) -> records.Machine:
    """The Machine record of this machine."""
    found = facts() if found is None else found
    gib = round(found["memory_bytes"] / 2**30)  # another kernel leaves some MB more, or less
    identity = [*(found[name] for name in _LASTING), gib, _read(Path("/etc/machine-id"))]
    return records.Machine(
        schema=records.SCHEMA, machine=records.name("machine", *identity), facts=found
    )


def hypervisor() -> str | None:
    """What virtualises this machine, ``none`` on bare metal, None where it cannot be known."""
    said = (
        _first_line("systemd-detect-virt", "--vm") if shutil.which("systemd-detect-virt") else None
    )
    if said and said != "none":
        return said
    return "unknown hypervisor" if "hypervisor" in _cpu_flags() else said or "none"


def cpu_numbers() -> str | None:
    """``vendor_id AuthenticAMD, cpu family 25, model 1, stepping 1``, as far as it is known."""
    found = [(name, _cpu_info(name)) for name in CPU_NUMBERS]
    return ", ".join(f"{name} {value}" for name, value in found if value) or None


def load_average() -> float:
    """Processes that wanted a processor, mean of the last minute."""
    return os.getloadavg()[0]


def has(feature: str) -> bool:
    """Whether the processor has a feature, as Linux calls it."""
    return feature in _cpu_flags()


def _cpu_flags() -> set[str]:
    return set((_cpu_info("flags") or _cpu_info("Features") or "").split())


def _cpu_info(name: str) -> str | None:
    """What the system says under this name of the first processor."""
    line = re.search(rf"^{name}\s*:\s*(.*)$", _read(CPU_INFO) or "", re.MULTILINE)
    return line[1] if line else None


def _turbo() -> bool | None:
    if (boost := _switch(CPU / "cpufreq/boost")) is not None:
        return boost
    no_turbo = _switch(CPU / "intel_pstate/no_turbo")
    return None if no_turbo is None else not no_turbo


def _operating_system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    except OSError:
        return platform.system()


def _read(path: Path) -> str | None:
    try:
        return path.read_text(errors="replace").strip()
    except OSError:
        return None


def _number(path: Path) -> int | None:
    text = _read(path)
    return int(text) if text and text.lstrip("-").isdigit() else None


def _switch(path: Path) -> bool | None:
    number = _number(path)
    return None if number is None else bool(number)


def _first_line(*command: str) -> str | None:
    """The first line that a program prints, on either stream; None where it cannot run."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=20, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    lines = (done.stdout + done.stderr).strip().splitlines()
    return lines[0].strip() if lines else None
