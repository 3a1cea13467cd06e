# SPDX-License-Identifier: Apache-2.0
"""What is being measured, how much is done, how long it will take: a bar, or plain lines."""

import time

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from fifteen.plan import Pace, Task, spoken

EVERY = 10.0  # seconds between plain lines


class Meter:
    """The progress of one session. Use it as a context manager while measuring.

    Work is counted in expected seconds (``pace``), so that a JMH fork counts for more than a C
    cell; what has passed against what was expected corrects the estimate.
    """

    def __init__(self, console: Console, pace: Pace):
        self.pace = pace
        self._console = console
        self._bar = Progress(
            TextColumn("{task.fields[what]}", justify="left"),
            BarColumn(bar_width=24),
            TextColumn("{task.fields[left]}"),
            TimeElapsedColumn(),
            console=console,
            disable=not console.is_terminal,
        )
        self._task = self._bar.add_task("", total=1.0, what="", left="")
        self._expected = self._passed = self._worked = 0.0
        self._begun = self._spoke = time.monotonic()
        self._what = ""

    def __enter__(self) -> "Meter":
        self._begun = self._spoke = time.monotonic()
        self._bar.start()
        return self

    def __exit__(self, *_exception) -> None:
        self._bar.stop()

    def say(self, text: str) -> None:
        """A line that stays."""
        self._console.print(escape(text), highlight=False, soft_wrap=True)

    def expect(self, seconds: float) -> None:
        """There is so much more to do."""
        self._expected += seconds

    def now(self, what: str) -> None:
        """This is being measured."""
        self._what = what
        self._show()

    def done(self, task: Task, measured: bool = True) -> None:
        """A task is behind us; ``measured`` says whether it took its time just now."""
        seconds = self.pace.seconds(task)
        self._passed += seconds
        self._worked += seconds if measured else 0.0
        self._show()

    def remaining(self) -> float:
        """Seconds."""
        elapsed = time.monotonic() - self._begun
        # the first seconds say little: ten seconds as expected are mixed in
        correction = (elapsed + 10) / (self._worked + 10)
        return max(0.0, self._expected - self._passed) * correction

    def _show(self) -> None:
        share = self._passed / self._expected if self._expected else 1.0
        left = f"{100 * share:.0f} %, {spoken(self.remaining())} left"
        self._bar.update(self._task, completed=share, what=escape(self._what), left=left)
        if not self._console.is_terminal and time.monotonic() - self._spoke >= EVERY:
            self._spoke = time.monotonic()
            self.say(f"{left}: {self._what}")
