# SPDX-License-Identifier: Apache-2.0
"""The lab under FIFTEEN_FEATURES: what is masked isn't run, and a wrong mask is one line."""

from conftest import lab
from fifteen import machine, manifest, places, probes

FAULTY = places.C_BUILD / "test" / "faulty.so"
NULL = "c/null/portable or c/faulty/null/aes or c/faulty/null/avx9"


def test_an_engine_that_needs_what_is_masked_is_not_run(monkeypatch):
    monkeypatch.setenv("FIFTEEN_FEATURES", "-avx2,-aes")
    done = lab("verify", "--quick", "--plugin", FAULTY, "-k", NULL)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "verifying 1 engines" in done.stdout
    for name, needs in (("aes", "aes"), ("avx9", "aes avx9")):
        said = f"c/faulty/null/{name}: not run: this processor lacks, or FIFTEEN_FEATURES masks, "
        assert said + f"one of: {needs}\n" in done.stdout


def test_a_mask_that_is_not_understood_is_one_line(monkeypatch):
    monkeypatch.setenv("FIFTEEN_FEATURES", "-avx2,aes")
    done = lab("verify", "--quick", "-k", "c/null/portable")
    assert done.returncode == 2
    (said,) = (line for line in done.stderr.splitlines() if not line.startswith("built the "))
    assert "FIFTEEN_FEATURES: 'aes' is not understood" in said


def test_what_an_engine_needs_is_recorded_of_the_machine():
    needs = {need for engine in manifest.engines(probes.c_probe()) for need in engine.needs.split()}
    assert needs and needs <= machine.CPU_FEATURES
