# SPDX-License-Identifier: Apache-2.0
"""What an engine costs beside time a call: first use, warm-up, memory, heap and class files.

Each is a verb of the Java probe, and a task like a cell (docs/what-is-measured.md).
"""

from dataclasses import dataclass

import msgspec

from fifteen import manifest, plan, records

# verb: its record
KINDS = {
    "first-use": records.FirstUse,
    "warm-up": records.WarmUp,
    "memory": records.Memory,
    "heap": records.Heap,
    "class-bytes": records.ClassBytes,
}
ONCE = ("memory", "heap", "class-bytes")  # come out the same in every round
KEYLESS = ("class-bytes",)
# Seconds that each takes where no earlier record says.
GUESS = {"first-use": 0.7, "warm-up": 2.5, "memory": 0.8, "heap": 0.8, "class-bytes": 0.05}


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
        """``java``: the C probe has none of the verbs."""
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
        return self.operation in ONCE

    def request(self, seed: int) -> tuple[str, dict]:
        """The verb with its words."""
        keyed = {"key_bits": self.key_bits, "seed": seed} if self.key_bits else {}
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


def tasks(program: plan.Program, everything: bool = False) -> list[Measure]:
    """All that can be asked of a program's engines, at the first key size.

    With ``everything``, memory and heap at each: what they take may hang on the key's size.
    """
    if program.language != "java":
        return []
    found = []
    for engine in program.engines.values():
        for verb in KINDS:
            sizes = plan.key_sizes(program, engine, everything and verb in ONCE)
            for key_bits in [0] if verb in KEYLESS else sizes:
                chain = program.toolchain.name
                found.append(Measure(verb, engine.engine, engine.cipher, key_bits, chain))
    return found


def batches(program: plan.Program, chosen: list[Measure]) -> list[plan.Batch]:
    """A run each, and one alone of what comes out the same in every round."""
    return [plan.Batch(program, (task,), once=task.operation in ONCE) for task in chosen]
