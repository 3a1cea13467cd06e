# SPDX-License-Identifier: Apache-2.0
"""The probe and the NIST programs: docs/probe-protocol.md, and that their gates hold.

test_probe.py PROBE NIST_RIJNDAEL FAULTY_PLUGIN
"""

import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import unittest
import unittest.mock
from pathlib import Path

PROBE, NIST, FAULTY = sys.argv[1:4]

# FIPS 197, appendix C.1.
KEY = bytes(range(16)).hex()
PLAIN = bytes(17 * i for i in range(16)).hex()
CIPHER = "69c4e0d86a7b0430d8cdb78070b4c55a"
LAYOUTS = "plain in-place one-by-one unaligned".split()
MODES = "ctr cbc-encrypt cbc-decrypt xts-encrypt xts-decrypt".split()


def run(program, requests, *options, prepare=None):
    """Returns the answers and the finished process."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder, "out")
        process = subprocess.run(
            [program, "--out", out, *options],
            input="".join(r + "\n" for r in requests),
            capture_output=True,
            text=True,
            timeout=60,
            preexec_fn=prepare,
        )
        lines = out.read_text().splitlines() if out.exists() else []
    return [json.loads(line) for line in lines], process


def ask(*requests, program=PROBE, plugin=FAULTY):
    answers, process = run(program, requests, *(["--plugin", plugin] if plugin else []))
    assert process.returncode == 0, process
    assert [a["request"] for a in answers] == list(range(1, len(requests) + 1)), answers
    return answers


def crypt(engine, direction, data, key=KEY, layout="plain"):
    return f"crypt engine={engine} direction={direction} key={key} data={data} layout={layout}"


def time(engine, operation="encrypt", blocks=1, iterations=5, key_bits=128, known=CIPHER, **words):
    more = "".join(f" {name}={value}" for name, value in words.items())
    return (
        f"time cell=test engine={engine} operation={operation} key_bits={key_bits} blocks={blocks} "
        f"seed=1 iterations={iterations} "
        f"known_key={KEY} known_plain={PLAIN} known_cipher={known}{more}"
    )


def core_cycles(answer):
    """The least of the iterations in core cycles, without the empty loop's."""
    if answer["core_cycles"] is not None:
        return min(answer["core_cycles"]) - answer["empty_core_cycles"]
    ticks = min(answer["ticks"]) - answer["empty_ticks"]
    return ticks * statistics.mean(answer["core_per_tick"])


# Of 1000 cycles, on a busy machine; a clock taken for another is off by a quarter and more.
NOISE = 100


def cost_of_spinning(operation, blocks):
    """Of a block that takes 1000 core cycles: the nearest of five readings. Other programs disturb
    some, each by another amount; a wrong clock is wrong in all."""
    spin = time("c/faulty/null/spin-1000", operation, blocks, known=PLAIN, iterations=21)
    costs = [core_cycles(answer) / (answer["calls"] * blocks) for answer in ask(*[spin] * 5)]
    return min(costs, key=lambda cost: abs(cost - 1000))


class Transport(unittest.TestCase):
    def test_list(self):
        (answer,) = ask("list")
        engines = {e["engine"]: e for e in answer["engines"]}
        self.assertEqual(engines["c/rijndael/portable"]["block_bytes"], 16)
        self.assertEqual(engines["c/faulty/null/spin-1000"]["library"], "faulty")
        self.assertTrue(all(e["usable"] for e in engines.values() if e["needs"] == ""))

    def test_an_error_ends_its_request_only(self):
        bad = {
            "": "unknown verb",
            "lits": "unknown verb",
            "list all": "not name=value",
            "list all=yes": "takes no all=",
            "crypt engine=c/none/portable": "unknown engine",
            crypt("c/rijndael/portable", "sideways", PLAIN): "unknown direction",
            crypt("c/rijndael/portable", "encrypt", PLAIN[:-2]): "whole blocks",
            crypt("c/rijndael/portable", "encrypt", PLAIN[:-1]): "odd number",
            crypt("c/rijndael/portable", "encrypt", PLAIN.replace("a", "A")): "hexadecimal",
            crypt("c/rijndael/portable", "encrypt", PLAIN, key=KEY[:-2]): "no key of 120 bits",
            crypt("c/rijndael/portable", "encrypt", PLAIN) + " key=00": "given twice",
            crypt("c/rijndael/portable", "encrypt", PLAIN) + " tweak=00": "tweak",
            "crypt engine=c/rijndael/portable direction=encrypt": "needs key=",
            time("c/rijndael/portable", iterations=0): "iterations= is 0",
            time("c/rijndael/portable", iterations="x"): "not a number",
            time("c/rijndael/portable", iterations=10**30): "more than",
            time("c/rijndael/portable", blocks=0): "blocks= is 0",
            time("c/rijndael/portable", blocks=10**9): "more than",
            time("c/rijndael/portable", key_bits=136): "no key of 136 bits",
            time("c/rijndael/portable", "enc"): "unknown operation",
        }
        answers = ask(*bad, crypt("c/rijndael/portable", "encrypt", PLAIN))
        for answer, wanted in zip(answers, bad.values(), strict=False):
            self.assertIn(wanted, answer.get("error", answer))
        self.assertEqual(answers[-1]["data"], CIPHER)

    def test_tweak(self):
        one = "00" * 7 + "01" + "00" * 56
        whole = crypt("c/hpc/portable", "encrypt", PLAIN, key=KEY)
        none, zeros, tweaked, short = ask(
            whole, f"{whole} tweak={'00' * 64}", f"{whole} tweak={one}", f"{whole} tweak=01"
        )
        self.assertEqual(none["data"], zeros["data"])
        self.assertNotEqual(none["data"], tweaked["data"])
        self.assertIn("takes a tweak of 64 bytes, not 1", short["error"])
        (twice,) = ask(
            f"mct engine=c/hpc/portable mode=ecb-encrypt key={KEY} data={PLAIN} count=2 tweak={one}"
        )
        self.assertEqual(twice["previous"], tweaked["data"])

    def test_a_long_line(self):
        (answer,) = ask(crypt("c/rijndael/portable", "encrypt", PLAIN * 65536))
        self.assertEqual(answer["data"], CIPHER * 65536)

    def test_wrong_command_lines(self):
        for options in (
            ["--core", "x"],
            ["--core"],
            ["--core", "1023"],
            ["--plugin", "/none.so"],
            ["-v"],
        ):
            answers, process = run(PROBE, ["list"], *options)
            self.assertEqual(process.returncode, 2, options)
            self.assertEqual(process.stderr.count("\n"), 1, process.stderr)
            self.assertEqual(answers, [])

    def test_a_plugin_that_lacks_something(self):
        for field in ("fifteen_plugin_1", "name", "built_version", "running_version", "engines"):
            with unittest.mock.patch.dict(os.environ, FAULTY_LACKS=field):
                answers, process = run(PROBE, ["list"], "--plugin", FAULTY)
            self.assertEqual(process.returncode, 2, field)
            self.assertEqual(process.stderr.count("\n"), 1, process.stderr)
            self.assertRegex(process.stderr, rf"{field}\b.* NULL")
            self.assertEqual(answers, [])

    def test_a_full_disk(self):
        process = subprocess.run(
            [PROBE, "--out", "/dev/full"], input="list\n", capture_output=True, text=True
        )
        self.assertEqual(process.returncode, 1)
        self.assertEqual(process.stderr.count("\n"), 1, process.stderr)
        self.assertIn("No space left", process.stderr)

    def test_a_crash_keeps_what_was_answered(self):
        answers, process = run(
            PROBE, ["list", crypt("c/faulty/null/crash", "encrypt", PLAIN)], "--plugin", FAULTY
        )
        self.assertEqual(len(answers), 1)
        self.assertNotEqual(process.returncode, 0)

    def test_what_an_engine_prints_is_no_answer(self):
        (answer,) = ask(crypt("c/faulty/rijndael/garbage", "encrypt", PLAIN))
        self.assertEqual(answer["data"], CIPHER)


class Proof(unittest.TestCase):
    def test_crypt(self):
        requests = [
            crypt("c/rijndael/portable", direction, text * 3, layout=layout)
            for layout in LAYOUTS
            for direction, text in (("encrypt", PLAIN), ("decrypt", CIPHER))
        ]
        wanted = [CIPHER * 3, PLAIN * 3] * len(LAYOUTS)
        for answer, data in zip(ask(*requests), wanted, strict=True):
            self.assertEqual(answer["data"], data)

    def test_no_blocks(self):
        self.assertEqual(ask(crypt("c/rijndael/portable", "encrypt", ""))[0]["data"], "")

    def test_an_overrun_is_seen(self):
        for answer in ask(
            *(crypt("c/faulty/rijndael/overrun", "encrypt", PLAIN, layout=x) for x in LAYOUTS)
        ):
            self.assertIn("outside of its output", answer["error"])
        (answer,) = ask(crypt("c/faulty/rijndael/big-context", "encrypt", PLAIN))
        self.assertIn("outside of its context", answer["error"])

    def test_monte_carlo(self):
        """The first entries of the Rijndael submission's Monte Carlo files."""
        zero = "00" * 16
        mct = f"mct engine=c/rijndael/portable key={zero} data={zero} mode="
        ecb, cbc_encrypt, cbc_decrypt, mixed = ask(
            mct + "ecb-encrypt count=10000",
            mct + f"cbc-encrypt iv={zero}",
            mct + f"cbc-decrypt iv={zero}",
            mct + f"ecb-encrypt iv={zero}",
        )
        self.assertEqual(ecb["last"], "c34c052cc0da8d73451afe5f03be297f")
        self.assertEqual(cbc_encrypt["last"], "8a05fc5e095af4848a08d328d3688e3d")
        self.assertEqual(cbc_decrypt["last"], "faca37e0b0c85373df706e73f7c9af86")
        self.assertIn("takes no iv=", mixed["error"])


class Timing(unittest.TestCase):
    def test_all_operations(self):
        requests = [
            time("c/rijndael/portable", operation, blocks)
            for operation in ("encrypt", "decrypt", "keysetup-encrypt", "keysetup-decrypt")
            for blocks in (1, 1024, 2048)
        ]
        for answer in ask(*requests):
            self.assertNotIn("error", answer)
            for values in (answer["wall_ns"], answer["cpu_ns"]):
                self.assertEqual(len(values), 5)
                self.assertGreater(min(values), 0)
            if answer["operation"].startswith("keysetup"):
                self.assertGreaterEqual(answer["calls"], 16)
                self.assertEqual(answer["bytes"], 0)
            else:
                self.assertGreaterEqual(answer["bytes"], 16384)
                self.assertEqual(answer["bytes"], 16 * answer["calls"] * answer["blocks"])

    def test_the_width_of_the_core_is_read_after_each_iteration(self):
        (answer,) = ask(time("c/rijndael/portable", iterations=21))
        if answer["core_per_tick"] is None:
            self.assertIsNone(answer["issued_per_tick"])
            return
        issued = answer["issued_per_tick"]
        self.assertEqual(len(issued), 21)
        width = statistics.median(issued) / statistics.mean(answer["core_per_tick"])
        self.assertTrue(0.9 < width < 16, width)  # cores issue from one to a dozen in a cycle

    def test_a_core_is_waited_for_as_long_as_there_is_hope(self):
        for width, least, most in ((None, 0, 0), (1, 0, 0), (100000, 5e8, 6e9)):
            more = {} if width is None else {"width": width}
            (answer,) = ask(time("c/rijndael/portable", **more))
            if answer["core_per_tick"] is not None:
                self.assertTrue(least <= answer["waited_ns"] <= most, (width, answer["waited_ns"]))
            self.assertEqual(len(answer["wall_ns"]), 5)
        self.assertIn("width=", ask(time("c/rijndael/portable", width=100001))[0]["error"])

    def test_warmup(self):
        self.assertEqual(len(ask(time("c/rijndael/portable", warmup=3))[0]["warmup_ns"]), 3)

    def test_a_wrong_known_answer(self):
        (answer,) = ask(time("c/rijndael/portable", known=PLAIN))
        self.assertIn("known answer before", answer["error"])

    def test_one_wrong_block_in_256(self):
        (answer,) = ask(time("c/faulty/rijndael/entry", blocks=1024))
        self.assertIn("is wrong", answer["error"])

    def test_wrong_from_the_ten_thousandth_call(self):
        good, bad = ask(
            time("c/faulty/rijndael/late", iterations=1, warmup=3),
            time("c/faulty/rijndael/late", iterations=10, warmup=0),
        )
        self.assertNotIn("error", good)
        self.assertIn("in iteration 6 is wrong", bad["error"])
        self.assertNotIn("wall_ns", bad)

    def test_one_wrong_key_in_a_thousand(self):
        (answer,) = ask(time("c/faulty/rijndael/rare-key", "keysetup-encrypt", iterations=100))
        self.assertIn("gives a wrong block", answer["error"])

    def test_the_identity_costs_next_to_nothing(self):
        (answer,) = ask(time("c/null/portable", known=PLAIN, iterations=101))
        self.assertLess(core_cycles(answer) / answer["calls"], 30)

    def test_the_spinning_engine_has_its_known_cost(self):
        for blocks in (1, 16, 1024):
            self.assertLess(abs(cost_of_spinning("encrypt", blocks) - 1000), NOISE)

    def test_the_sleeping_engine_has_its_known_cost(self):
        (answer,) = ask(time("c/faulty/null/sleep-200us", blocks=1024, known=PLAIN))
        self.assertGreater(min(answer["wall_ns"]), 200_000)
        # the least: a busy machine makes some longer
        self.assertLess(min(answer["wall_ns"]), 500_000)
        self.assertLess(min(answer["cpu_ns"]), 100_000)


class Chains(unittest.TestCase):
    """A call that needs the last, and a new key every few blocks."""

    def test_they_are_timed(self):
        operations = [f"{kind}-{way}" for kind in ("latency", "rekey-1", "rekey-4", "rekey-16")
                      for way in ("encrypt", "decrypt")]  # fmt: skip
        for answer in ask(*(time("c/rijndael/portable", one) for one in operations)):
            self.assertNotIn("error", answer)
            self.assertGreater(min(answer["wall_ns"]), 0)
            self.assertEqual(answer["batch"], 2)
            if answer["operation"].startswith("rekey"):
                self.assertEqual(answer["bytes"], 0)
                self.assertEqual(answer["blocks"], int(answer["operation"].split("-")[1]))

    def test_what_is_none(self):
        for name in ("rekey-0-encrypt", "rekey-encrypt", "rekey-4", "rekey-x-encrypt", "latency",
                     "rekey-4x-encrypt", "rekey-99999999-encrypt", "latency-sideways"):  # fmt: skip
            (answer,) = ask(time("c/rijndael/portable", name))
            self.assertIn(f"unknown operation={name}", answer["error"])

    def test_one_wrong_block_is_seen_in_a_chain(self):
        (answer,) = ask(time("c/faulty/rijndael/entry", "latency-encrypt"))
        self.assertIn("is wrong", answer["error"])

    def test_one_wrong_key_in_a_thousand_is_seen(self):
        (answer,) = ask(time("c/faulty/rijndael/rare-key", "rekey-1-encrypt", iterations=30))
        self.assertIn("is wrong", answer["error"])

    def test_a_known_cost(self):
        for operation, blocks in (("latency-encrypt", 1), ("rekey-16-encrypt", 16)):
            self.assertLess(abs(cost_of_spinning(operation, blocks) - 1000), NOISE)


class Modes(unittest.TestCase):
    """The library's CBC, CTR and XTS over an engine."""

    DES = (
        "key_bits=64 seed=1 known_key=0101010101010101 known_plain=8000000000000000 "
        "known_cipher=95f8a5e5dd31d900"
    )

    def test_all_engines_of_a_cipher_are_timed(self):
        listed = ask("list", plugin=None)[0]["engines"]
        engines = [e["engine"] for e in listed if e["cipher"] == "rijndael" and e["usable"]]
        for engine in engines:
            for answer in ask(*(time(engine, m, n) for m in MODES for n in (1, 3, 1024))):
                self.assertNotIn("error", answer)
                self.assertGreater(min(answer["wall_ns"]), 0)
                self.assertEqual(answer["bytes"], 16 * answer["calls"] * answer["blocks"])
                self.assertGreaterEqual(answer["bytes"], 16384)

    def test_they_are_counted(self):
        words = f"seed=1 known_key={KEY} known_plain={PLAIN} known_cipher={CIPHER}"
        for answer in ask(
            *(
                f"count engine=c/rijndael/portable operation={m} key_bits=128 blocks=9 {words}"
                for m in MODES
            )
        ):
            self.assertEqual((answer["calls"], answer["bytes"]), (1, 144))

    def test_a_known_cost(self):
        """Of a block and what the general mode adds to it."""
        for mode in MODES:
            self.assertLess(abs(cost_of_spinning(mode, 1024) - 1000), NOISE)

    def test_a_wrong_mode_is_seen_in_an_engine_whose_blocks_are_right(self):
        wrong = "c/faulty/rijndael/modes"
        good, *bad = ask(time(wrong, blocks=9), *(time(wrong, m, blocks=9) for m in MODES))
        self.assertNotIn("error", good)
        for answer in bad:
            self.assertIn("output of call 1 of 114 in iteration 1 is wrong", answer["error"])

    def test_one_wrong_block_in_256_is_seen(self):
        for mode in ("cbc-encrypt", "xts-encrypt"):  # the first byte of CTR's counters stands still
            (answer,) = ask(time("c/faulty/rijndael/entry", mode, blocks=1024))
            self.assertIn("is wrong", answer["error"])

    def test_blocks_of_64_bits(self):
        verb = f"cell=x engine=c/des/portable blocks=1024 iterations=5 {self.DES} operation="
        for answer in ask(*(f"time {verb}{m}" for m in MODES if not m.startswith("xts"))):
            self.assertNotIn("error", answer)
        (answer,) = ask(f"time {verb}xts-decrypt")
        self.assertEqual(answer["error"], "xts-decrypt takes blocks of 16 bytes, not 8")

    def test_what_is_none(self):
        for name in ("cbc", "xts", "ctr-encrypt", "rekey-4-ctr", "ofb-encrypt"):
            (answer,) = ask(time("c/rijndael/portable", name))
            self.assertIn(f"unknown operation={name}", answer["error"])

    def test_a_data_unit_of_more_than_16_mib(self):
        (answer,) = ask(time("c/null/portable", "xts-encrypt", 2**20 + 1, known=PLAIN))
        self.assertIn("xts-encrypt failed in iteration 1", answer["error"])


class Stack(unittest.TestCase):
    def test_a_known_depth(self):
        nothing, known, real = ask(
            "stack engine=c/null/portable key_bits=128 seed=1",
            "stack engine=c/faulty/null/stack-1000 key_bits=128 seed=1",
            "stack engine=c/rijndael/portable key_bits=256 seed=1",
        )
        self.assertLess(nothing["encrypt_bytes"], 64)
        self.assertGreaterEqual(known["encrypt_bytes"], 1000)
        self.assertLess(known["encrypt_bytes"], 1200)
        self.assertEqual(known["decrypt_bytes"], nothing["decrypt_bytes"])
        self.assertGreater(real["set_key_bytes"], 0)
        self.assertGreater(real["context_bytes"], 2 * 15 * 16)  # round keys, both ways

    def test_it_is_the_same_each_time(self):
        whole = "stack engine=c/frog/portable key_bits=128 seed=1"
        first, second = (ask(whole)[0] for _ in range(2))
        self.assertEqual(first, second)

    def test_errors(self):
        short, late = ask(
            "stack engine=c/rijndael/portable key_bits=136 seed=1",
            "stack engine=c/faulty/rijndael/late key_bits=128 seed=1",
        )
        self.assertIn("no key of 136 bits", short["error"])
        self.assertNotIn("error", late)  # it is right until its ten-thousandth call


class Counters(unittest.TestCase):
    def test_where_they_are_forbidden_ticks_are_left(self):
        """No file may be opened beside the answers': so no counter may."""

        def prepare():
            resource.setrlimit(resource.RLIMIT_NOFILE, (4, 4))

        (answer,), process = run(PROBE, [time("c/rijndael/portable")], prepare=prepare)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(answer["counter_error"], "Too many open files")
        self.assertIsNone(answer["core_cycles"])
        self.assertIsNone(answer["instructions"])
        self.assertEqual(len(answer["wall_ns"]), 5)

    def test_why_there_are_none_is_said(self):
        (answer,) = ask(time("c/rijndael/portable"))
        self.assertEqual(answer["core_cycles"] is None, answer["counter_error"] is not None)


class Published(unittest.TestCase):
    def ask(self, operation, words, blocks=16, key_bits=128):
        (answer,) = ask(
            f"published {words} engine=c/rijndael/nist operation={operation} key_bits={key_bits} "
            f"blocks={blocks} seed=1 known_key={KEY} known_plain={PLAIN} known_cipher={CIPHER}",
            program=NIST,
            plugin=None,
        )
        return answer

    def test_the_api_is_an_engine(self):
        listed, answer = ask(
            "list", crypt("c/rijndael/nist", "encrypt", PLAIN), program=NIST, plugin=None
        )
        self.assertEqual([e["engine"] for e in listed["engines"]], ["c/rijndael/nist"])
        self.assertEqual(answer["data"], CIPHER)

    def test_cycles(self):
        for operation in ("keysetup-encrypt", "keysetup-decrypt", "encrypt", "decrypt"):
            for serialise in ("cpuid", "lfence"):
                answer = self.ask(operation, f"procedure=nist-cycles sets=50 serialise={serialise}")
                if answer.get("error") == "this program reads no time-stamp counter":
                    self.skipTest(answer["error"])
                self.assertEqual(len(answer["values"]), 50)
                self.assertEqual(len(answer["empty"]), 50)
                self.assertEqual(answer["unit"], "ticks")
                # in a virtual machine CPUID costs a hundred times a key set-up, and wavers more
                if serialise == "lfence":
                    self.assertGreater(
                        statistics.median(answer["values"]), statistics.median(answer["empty"])
                    )

    def test_timing(self):
        for operation, calls in (("keysetup-encrypt", 10000), ("decrypt", 1)):
            answer = self.ask(operation, "procedure=nist-timing sets=3", blocks=8192)
            self.assertEqual(answer["calls"], calls)
            self.assertEqual(len(answer["values"]), 3)
            self.assertGreater(answer["clocks_per_second"], 0)

    def test_errors(self):
        self.assertIn("unknown procedure", self.ask("encrypt", "procedure=guess")["error"])
        for operation in ("ctr", "latency-encrypt"):
            answer = self.ask(operation, "procedure=nist-cycles")
            self.assertEqual(answer["error"], f"no procedure has {operation}")
        self.assertIn("blocks=", self.ask("encrypt", "procedure=nist-timing", 10**8)["error"])
        self.assertIn(
            "no key of 136 bits",
            self.ask("encrypt", "procedure=nist-timing", key_bits=136)["error"],
        )


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
