# SPDX-License-Identifier: Apache-2.0
"""Tables that a rule makes, against the digests of those that the specifications print."""

import hashlib
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


if __name__ == "__main__":
    unittest.main()
