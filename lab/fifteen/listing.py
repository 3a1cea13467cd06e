# SPDX-License-Identifier: Apache-2.0
"""``./fifteen list``: every cipher, how far it is proven, and its engines."""

import click
from rich.table import Table

from fifteen import manifest, naming, selection, terminal, verify
from fifteen.errors import Mistake
from fifteen.manifest import Engine

PROOF_WIDTH = 24  # columns on the narrowest terminal: no word of it is cut


@click.command("list")
@click.option(
    "-k", "expression", help="Only engines (c/serpent/portable) that match, as in pytest."
)
@click.option("--peers", is_flag=True, help="Other libraries' engines too.")
def list_command(expression: str | None, peers: bool) -> None:
    """List the ciphers: sizes, how far proven, engines."""
    matches = selection.matcher(expression)
    found = [e for e in verify.engines(expression, peers) if matches(e.engine)]
    if not found:
        raise Mistake("no engine is selected: names are like c/serpent/portable")
    console = terminal.wide_console()
    console.print(_table(found))
    for what, names in _notes({engine.cipher for engine in found}).items():
        console.print(f"{', '.join(names)}: {what}", soft_wrap=True)


def _notes(listed: set[str]) -> dict[str, list[str]]:
    """What is to be said of ciphers beyond the table, each once, and of which."""
    notes = {}
    for name, cipher in manifest.load().items():
        left_out = f"Left out: {cipher.left_out}" if cipher.left_out else ""
        for what in filter(None, (cipher.proof_note, left_out)):
            if name in listed:
                notes.setdefault(what, []).append(name)
    return notes


def _table(found: list[Engine]) -> Table:
    table = Table(box=None, pad_edge=False)
    table.add_column("cipher", no_wrap=True)
    table.add_column("block", justify="right")
    table.add_column("key bits", min_width=13)
    for column in naming.LANGUAGES.values():
        table.add_column(column)
    table.add_column("proof", min_width=PROOF_WIDTH)
    for name, described in manifest.load().items():
        engines = [engine for engine in found if engine.cipher == name]
        if engines:
            bits = str(8 * engines[0].block_bytes)
            sizes = manifest.sizes(engines[0].key_sizes)
            names = [_names(engines, language) for language in naming.LANGUAGES]
            table.add_row(name, bits, sizes, *names, described.status)
    return table


def _names(engines: list[Engine], language: str) -> str:
    """The engines of one language: ours by name, peers by library."""
    mine = [engine for engine in engines if engine.engine.startswith(f"{language}/")]
    return ", ".join(e.name if e.library == verify.OURS else e.library for e in mine)
