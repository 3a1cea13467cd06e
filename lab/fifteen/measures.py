# SPDX-License-Identifier: Apache-2.0
"""What an engine costs beside time a call: first use and memory in Java, instructions in C.

Each is a verb, and a task like a cell (docs/what-is-measured.md). Most are the probes' own; those
of ``STAND_INS`` are answered by the lab, which looks at the probe from outside.
"""

import itertools
import shutil
from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from fifteen import callgrind, manifest, objects, plan, records

# verb: its record
KINDS = {
    "first-use": records.FirstUse,
    "warm-up": records.WarmUp,
    "memory": records.Memory,
    "heap": records.Heap,
    "class-bytes": records.ClassBytes,
    "code-bytes": records.CodeBytes,
    "source": records.Source,
    "stack": records.Stack,
    "instructions": records.Instructions,
}
VERBS = {
    "java": ("first-use", "warm-up", "memory", "heap", "class-bytes"),
    "c": ("code-bytes", "source", "stack", "instructions"),
}
STAND_INS = {
    "code-bytes": objects.Reader,
    "source": objects.Reader,
    "instructions": callgrind.Probe,
}
OURS_ALONE = ("code-bytes", "source")  # of another library there is no object file, and no source
RARE = ("warm-up", "instructions")  # where they are named
# come out the same in every round
ONCE = ("memory", "heap", "class-bytes", "code-bytes", "source", "stack", "instructions")
KEYLESS = ("class-bytes", "code-bytes", "source")
TOOLS = {"instructions": callgrind.TOOL}  # a program that is not ours, and its Debian package
# Seconds that each takes where no earlier record says.
GUESS = {
    "first-use": 0.7,
    "warm-up": 2.5,
    "memory": 0.8,
    "heap": 0.8,
    "class-bytes": 0.05,
    "code-bytes": 0.02,
    "source": 0.1,
    "stack": 0.02,
    "instructions": 1.0,
}


@dataclass(frozen=True)
class Measure:
    """One verb of one engine, with a key size where that matters."""

    operation: str
    engine: str
    cipher: str
    key_bits: int  # 0 where no key is set
    toolchain: str

    @property
    def name(self) -> str:
        """As a cell's: readable, stable, and what ``-k`` selects."""
        return plan.task_name(self, f"{self.key_bits}-bit" if self.key_bits else "")

    @property
    def language(self) -> str:
        """``c`` or ``java``."""
        return self.engine.partition("/")[0]

    @property
    def seconds(self) -> float:
        """That it takes, about."""
        return GUESS[self.operation]

    @property
    def usual(self) -> bool:
        """Whether it is measured without being named: what is cheap, and one cipher's first use."""
        if self.operation == "first-use":
            return self.cipher == next(iter(manifest.load()))
        return self.operation not in RARE and (_ours(self) or self.operation != "stack")

    def request(self, seed: int) -> tuple[str, dict]:
        """The verb with its words."""
        keyed = {"key_bits": self.key_bits, "seed": seed} if self.key_bits else {}
        if self.operation == "instructions":
            key, plain, cipher = manifest.known_answers(self.cipher, self.key_bits)
            known = {"known_key": key, "known_plain": plain, "known_cipher": cipher}
            keyed |= {"seed": callgrind.SEED, **known}
        return self.operation, {"cell": self.name, "engine": self.engine, **keyed}

    def record(self, answer: dict) -> records.Measure:
        """The answer as a record."""
        kind = KINDS[self.operation]
        told = {name: answer[name] for name in kind.__struct_fields__ if name in answer}
        tag = {"record": kind.__struct_config__.tag}
        return msgspec.convert(told | plan.task_fields(self) | tag, kind)

    def failure(self, stage: str, reason: str) -> records.Failure:
        """The record of why there is no value."""
        return records.Failure(**plan.task_fields(self), blocks=0, stage=stage, reason=reason)


def _ours(one: Measure | manifest.Engine) -> bool:
    """Whether an engine is none of another library's."""
    return one.engine.split("/")[1] == one.cipher


def tasks(program: plan.Program, everything: bool = False) -> list[Measure]:
    """All that can be asked of a program's engines, at the first key size.

    With ``everything``, what comes out the same each time at each: it may hang on the key's size.
    """
    found = []
    for engine, verb in itertools.product(program.engines.values(), VERBS[program.language]):
        if verb in OURS_ALONE and not _ours(engine):
            continue
        every = everything and verb in ONCE
        sizes = plan.key_sizes(program, engine, every)
        for key_bits in [0] if verb in KEYLESS else sizes if every else sizes[:1]:
            chain = program.toolchain.name
            found.append(Measure(verb, engine.engine, engine.cipher, key_bits, chain))
    return found


def lacking(program: plan.Program, chosen: list[Measure]) -> dict[Measure, str]:
    """What cannot be had of a program here, each with the reason."""
    missing = {verb: tool for verb, tool in TOOLS.items() if shutil.which(tool) is None}
    found = {
        task: f"{task.operation}: {tool} is not installed (sudo apt-get install {tool})"
        for task in chosen
        if (tool := missing.get(task.operation))
    }
    if any(TOOLS.get(task.operation) == callgrind.TOOL for task in chosen if task not in found):
        narrow = callgrind.unusable(program.command)
        found |= {
            task: f"{task.operation}: {task.engine}: the processor that {callgrind.TOOL} emulates "
            f"lacks one of: {narrow[task.engine]}"
            for task in chosen
            if TOOLS.get(task.operation) == callgrind.TOOL and task.engine in narrow
        }
    return found


def batches(program: plan.Program, chosen: list[Measure]) -> list[plan.Batch]:
    """A run each, and one alone of what comes out the same in every round.

    What one stand-in says of an engine is one run: nothing in it can disturb the rest.
    """

    def together(task: Measure) -> tuple[Callable, str, str]:
        asks = STAND_INS.get(task.operation, program.asks)
        return asks, task.engine, task.name if asks is program.asks else ""

    found = {}
    for task in chosen:
        found.setdefault((*together(task), task.operation in ONCE), []).append(task)
    return [
        plan.Batch(replace(program, asks=asks), tuple(of), once=once)
        for (asks, _engine, _name, once), of in found.items()
    ]
