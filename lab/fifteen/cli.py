# SPDX-License-Identifier: Apache-2.0
"""The command line. Each command lives with its work and is imported when it is called."""

import ast
import contextlib
import importlib
import importlib.util
import signal
from collections.abc import Iterator
from pathlib import Path

import click

from fifteen import __version__
from fifteen.errors import Mistake, Stopped

NAME = "./fifteen"

# command: the module that holds it as a function of the same name
COMMANDS = {
    "evaluate": "fifteen.evaluate",
    "plan": "fifteen.evaluate",
    "list": "fifteen.listing",
    "verify": "fifteen.verify",
    "vectors": "fifteen.vectors",
    "study": "fifteen.study",
    "complexity": "fifteen.complexity",
    "compare": "fifteen.compare",
    "advise": "fifteen.advise",
    "overhead": "fifteen.overhead",
    "report": "fifteen.report",
    "export": "fifteen.export",
    "compilers": "fifteen.compilers",
    "jvms": "fifteen.jvms",
    "peer": "fifteen.peer",
    "peers": "fifteen.peer",
    "doctor": "fifteen.doctor",
    "build": "fifteen.build",
    "test": "fifteen.build",
}


@contextlib.contextmanager
def _one_line() -> Iterator[None]:
    """Makes of a wrong command line one line, as of every other mistake."""
    try:
        yield
    except click.exceptions.NoArgsIsHelpError:
        raise
    except click.UsageError as error:
        what = error.format_message().rstrip(".")
        where = error.ctx.command_path if error.ctx else NAME
        raise Mistake(f"{what} ({where} --help explains)") from None


class Commands(click.Group):
    """A group that imports a command's module only when it is asked for."""

    def make_context(self, *arguments, **options):
        """As click's, with its errors in one line."""
        with _one_line():
            return super().make_context(*arguments, **options)

    def invoke(self, context):
        """The command. A polite kill is Ctrl-C: it ends what was started, and loses nothing."""
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        try:
            with _one_line():
                return super().invoke(context)
        except KeyboardInterrupt:
            raise Stopped("stopped") from None

    def list_commands(self, _context):
        """Every command, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, _context, name):
        """The command called ``name``, or None."""
        if name not in COMMANDS:
            return None
        return getattr(importlib.import_module(COMMANDS[name]), f"{name}_command")

    def format_commands(self, _context, formatter):
        """The commands and the first line of what each says of itself."""
        room = formatter.width - 6 - max(map(len, COMMANDS))
        rows = [
            (name, click.Command(name, help=_docstring(name)).get_short_help_str(room))
            for name in COMMANDS
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


def _docstring(command: str) -> str | None:
    """A command's, without importing its module: all of them take seconds."""
    source = Path(importlib.util.find_spec(COMMANDS[command]).origin).read_text("utf-8")
    return next(
        ast.get_docstring(node)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef) and node.name == f"{command}_command"
    )


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.version_option(__version__, prog_name="fifteen")
def main():
    """Proves block ciphers right, then measures what they cost, in C and in Java."""
