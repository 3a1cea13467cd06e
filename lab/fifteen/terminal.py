# SPDX-License-Identifier: Apache-2.0
"""What is shown while and after a command works: bars, and consoles as wide as their tables."""

import os

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

FILE_WIDTH = 300  # columns of a table that no terminal shows


def wide_console() -> Console:
    """Where tables are printed: as wide as the terminal, or as a file bears."""
    console = Console(highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = FILE_WIDTH
    return console


def bars() -> Progress:
    """A group of bars on standard error, gone when it ends; none where nobody looks.

    Each says what is done, how far it is, and how long it still takes.
    """
    console = Console(stderr=True)
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
