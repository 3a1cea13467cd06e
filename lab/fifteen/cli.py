# SPDX-License-Identifier: Apache-2.0
"""The command line. Each command lives with its work and is imported when it is called."""

import importlib

import click

from fifteen import __version__

# command: the module that holds it as a function of the same name
COMMANDS = {
    "evaluate": "fifteen.evaluate",
    "plan": "fifteen.evaluate",
    "verify": "fifteen.verify",
    "vectors": "fifteen.vectors",
    "study": "fifteen.studies",
    "report": "fifteen.report",
    "export": "fifteen.export",
    "doctor": "fifteen.doctor",
    "build": "fifteen.build",
    "test": "fifteen.build",
}


class Commands(click.Group):
    """A group that imports a command's module only when it is asked for."""

    def list_commands(self, _context):
        """Every command, in the order of COMMANDS."""
        return list(COMMANDS)

    def get_command(self, _context, name):
        """The command called ``name``, or None."""
        if name not in COMMANDS:
            return None
        return getattr(importlib.import_module(COMMANDS[name]), f"{name}_command")


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="fifteen")
def main():
    """Proves block ciphers right, then measures what they cost, in C and in Java."""
