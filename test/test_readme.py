# SPDX-License-Identifier: Apache-2.0
"""The README's table is what the manifest and the engines say.

``python test/test_readme.py``, with lab on PYTHONPATH, brings it up to date.
"""

import re
from pathlib import Path

from fifteen import manifest, probes

README = Path(__file__).resolve().parents[1] / "README.md"
TABLE = re.compile(r"(<!-- ciphers: [^>]*-->\n).*(<!-- end of ciphers -->)", re.S)


def _with_table(text: str) -> str:
    ours = [
        engine
        for engine in manifest.engines(probes.c_probe(), probes.java_probe())
        if engine.library == "fifteen"
    ]
    return TABLE.sub(lambda found: found[1] + manifest.markdown(ours) + found[2], text)


def test_the_table_of_ciphers_is_current():
    text = README.read_text()
    assert TABLE.search(text)
    assert text == _with_table(text), f"bring it up to date: PYTHONPATH=lab python {__file__}"


def test_what_the_readme_links_to_is_there():
    for link in re.findall(r"\]\(([^)#:]+)\)", README.read_text()):
        assert (README.parent / link).exists(), link


if __name__ == "__main__":
    README.write_text(_with_table(README.read_text()))
