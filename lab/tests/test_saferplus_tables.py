# SPDX-License-Identifier: Apache-2.0
"""SAFER+'s tables, made by rule, against the digests of the printed ones."""

import hashlib
import runpy

from fifteen import places

TABLES = runpy.run_path(str(places.ROOT / "c" / "tables.py"))["saferplus"]()


def digest(numbers) -> str:
    return hashlib.sha256(bytes(numbers)).hexdigest()


def test_exp_and_log_as_gladman_prints_them():
    first_lanes = [TABLES[f"uint64_t {name}[4][256]"][0] for name in ("EXP", "LOG")]
    assert digest(sum(first_lanes, [])) == (
        "7c60adc0a50afbcd3f4a595e117b970d517f4104bd1e9b2832a9d0de7181027e"
    )


def test_biases_as_libtomcrypt_prints_them():
    assert digest(sum(TABLES["uint8_t BIAS[32][16]"], [])) == (
        "35aee567001224d0530c32157f1c103aef7d6b5c7e86b1fee0b3b441b099237e"
    )
