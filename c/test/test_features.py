# SPDX-License-Identifier: Apache-2.0
"""What the processor has, what FIFTEEN_FEATURES takes away of it, and the vectors under each mask.

test_features.py CHOICE PROBE FAULTY_PLUGIN VECTORS SOURCE_OF_FEATURES DOCS_PAGE
"""

import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CHOICE, PROBE, FAULTY, VECTORS, SOURCE, PAGE = sys.argv[1:7]
KNOWN = re.findall(r'\{"(\w+)", \{', Path(SOURCE).read_text())

# Not understood, and from where on.
WRONG = {
    "avx2": "avx2",
    "-": "-",
    ",": ",",
    "-avx9": "-avx9",
    "-AVX2": "-AVX2",
    "-avx": None,
    "-avx22": "-avx22",
    "-avx2,": "",
    "-avx2,,-aes": ",-aes",
    "-avx2,aes": "aes",
    "-avx2, -aes": " -aes",
    "-avx2 -aes": "-avx2 -aes",
}


def run(command, mask=None, **options):
    environment = {k: v for k, v in os.environ.items() if k != "FIFTEEN_FEATURES"}
    if mask is not None:
        environment["FIFTEEN_FEATURES"] = mask
    return subprocess.run(
        command, env=environment, capture_output=True, text=True, timeout=60, **options
    )


def told(mask=None):
    """The features that may be used, from how many blocks an engine pays; vectors are checked."""
    process = run([CHOICE, VECTORS], mask)
    assert process.returncode == 0, (mask, process.stdout, process.stderr)
    features, pays_from = process.stdout.splitlines()
    return set(features.split()), int(pays_from)


def chosen(mask=None):
    """The features that may be used; the vectors have been checked."""
    return told(mask)[0]


def probed(requests, mask=None):
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        command = [PROBE, "--out", out, "--plugin", FAULTY]
        process = run(command, mask, input="".join(r + "\n" for r in requests))
        lines = out.read_text().splitlines() if out.exists() else []
    return [json.loads(line) for line in lines], process


class Features(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.all = chosen()

    def test_what_the_kernel_says(self):
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        said = [line for line in lines if re.match(r"(flags|Features)\s*:", line)]
        if not said or platform.machine() not in ("x86_64", "i686", "aarch64"):
            self.assertEqual(self.all, set())
        else:
            self.assertEqual(self.all, set(KNOWN) & set(said[0].split(":")[1].split()))

    def test_pays_from_by_the_processor(self):
        said = Path("/proc/cpuinfo").read_text()
        kinds = {3: r"^vendor_id\s*: GenuineIntel$", 2: r"^vendor_id\s*: AuthenticAMD\n.*: 25$"}
        pays_from = next((n for n, kind in kinds.items() if re.search(kind, said, re.M)), 1)
        for mask in (None, "-aes", "wrong"):
            self.assertEqual(told(mask)[1], pays_from)

    def test_each_mask(self):
        self.assertGreater(len(KNOWN), 10)
        self.assertEqual(chosen(""), self.all)
        for name in KNOWN:
            self.assertEqual(chosen("-" + name), self.all - {name})
        self.assertEqual(chosen("-avx2,-aes"), self.all - {"avx2", "aes"})
        self.assertEqual(chosen("-vaes,-aes"), self.all - {"vaes", "aes"})
        self.assertEqual(chosen(",".join("-" + name for name in KNOWN)), set())

    def test_a_wrong_mask_takes_everything_and_is_said(self):
        for mask, where in WRONG.items():
            answers, process = probed(["list"], mask)
            if where is None:
                self.assertEqual(process.returncode, 0, mask)
                continue
            self.assertEqual(chosen(mask), set(), mask)
            self.assertEqual((process.returncode, answers), (2, []), mask)
            self.assertIn(f"FIFTEEN_FEATURES: '{where}' is not", process.stderr)
            self.assertEqual(process.stderr.count("\n"), 1, process.stderr)

    def test_the_probe_runs_only_what_may_run(self):
        key = data = 16 * "00"
        for mask in (None, "-aes"):
            for name in ("aes", "avx9"):
                crypt = f"crypt engine=c/faulty/null/{name} direction=encrypt key={key} data={data}"
                (listed, done), _ = probed(["list", crypt], mask)
                engines = {e["engine"]: e for e in listed["engines"]}
                may = name in self.all and mask is None
                self.assertEqual(engines[f"c/faulty/null/{name}"]["usable"], may)
                self.assertEqual("data" in done, may, done)

    def test_the_page_names_them_all(self):
        text = Path(PAGE).read_text()
        for name in KNOWN:
            self.assertIn(f"`{name}`", text)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
