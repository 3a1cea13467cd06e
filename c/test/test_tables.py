# SPDX-License-Identifier: Apache-2.0
"""Tables that a rule makes, against the digests of those that the specifications print; circuits.

test_tables.py CIRCUITS    the program of circuits.c
"""

import hashlib
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
import tables  # noqa: E402


def digest(numbers, size):
    return hashlib.sha256(b"".join(number.to_bytes(size, "big") for number in numbers)).hexdigest()


class Tables(unittest.TestCase):
    def test_e2(self):
        box = tables.e2()["uint32_t S[4][256]"][0]
        printed = "7fd3443c1d4bf5571917360fdf8d29875a33216a6324cc229c7120da7f54fd59"
        self.assertEqual(digest(box, 1), printed)

    def test_mars(self):
        box = tables.mars()["uint32_t S[512]"]
        printed = "9285eb27655d2c884c7949a6aa9613f7cc16abeeba260b4c49d18765fb446388"
        self.assertEqual(digest(box, 4), printed)

    def test_circuit(self):
        majority = "a&b a|b e&c d|f : g"
        gates, outputs = tables.circuit(majority, [0, 0, 0, 1, 0, 1, 1, 1])
        self.assertEqual(len(gates), 4)
        self.assertEqual(outputs, ["tg"])
        with self.assertRaises(ValueError):
            tables.circuit(majority, [0, 0, 0, 1, 0, 1, 1, 0])

    def test_linear_circuit(self):
        rows = [0b1011, 0b0011, 0b1111, 0b0100]
        code = tables.linear_circuit(rows)
        self.assertEqual(sum(line.count("^") for line in code), 3)
        for n in range(16):
            signals = {"x": [n >> j & 1 for j in range(4)], "y": [None] * len(rows)}
            exec("\n".join(line.removeprefix("const bits ") for line in code), signals)
            self.assertEqual(signals["y"], [(row & n).bit_count() & 1 for row in rows])

    def test_circuits(self):
        """What circuits.c finds is a circuit of the box that it was given."""
        outputs = [n + n // 4 & 15 for n in range(64)]
        box = "".join(f"{output:x}" for output in outputs)
        found = subprocess.check_output([CIRCUITS, box, "1", "1"], text=True)  # seed, seconds
        count, circuit = found.splitlines()[-1].split(":", 1)
        gates, made = tables.circuit(circuit, outputs)
        self.assertEqual(len(gates), int(count))
        self.assertEqual(len(made), 4)
        self.assertLess(int(count), 25)

    def test_circuits_to_choose_among(self):
        """Of a box of four inputs, S0 of Serpent: all that have at most one gate more than the
        smallest, once that is found."""
        box = "38f1a65bed42709c"
        found = subprocess.check_output([CIRCUITS, box, "1", "0.1", "1"], text=True)
        outputs = [int(digit, 16) ^ int(box[0], 16) for digit in 4 * box]
        counts = []
        for line in found.splitlines():
            count, circuit = line.split(":", 1)
            gates, _ = tables.circuit(circuit, outputs)
            self.assertEqual(len(gates), int(count))
            self.assertLessEqual(int(count), min([*counts, int(count)]) + 1)
            counts.append(int(count))
        self.assertGreater(len(set(counts)), 1)
        self.assertGreater(len(counts), len(set(counts)))


if __name__ == "__main__":
    CIRCUITS = sys.argv.pop(1)
    unittest.main()
