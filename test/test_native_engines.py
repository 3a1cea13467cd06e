# SPDX-License-Identifier: Apache-2.0
"""The C library's engines in Java: where a JVM can call them, and nowhere else."""

import subprocess

import pytest
from conftest import lab
from fifteen import build, jvms, manifest, places, probes

# Which engine the provider takes for so many blocks is seen by who can: a class of its package. And
# what comes of more blocks than C is given in a call, by engines with their own modes and without.
PROGRAM = """
package org.fifteen.jce;

import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;
import org.fifteen.engine.Direction;
import org.fifteen.engine.Engines;

class Shows {
  public static void main(String[] args) throws Exception {
    long natives = Engines.ALL.stream().filter(e -> e.name.equals("native")).count();
    Engines.Engine serpent = Engines.find("serpent", "portable");
    EngineChoice choice = new EngineChoice(EngineChoice.known("serpent"), KeySizes.of(serpent), 16);
    choice.init(Direction.ENCRYPT, new byte[16]);
    System.out.print((natives == 0 ? "none " : "native ") + choice.chosen(4096));
    for (String name : new String[] {"AES", "Serpent"}) {
      System.out.print(" " + sealed(name, "ECB", null));
      System.out.print(" " + sealed(name, "CBC", new IvParameterSpec(new byte[16])));
      System.out.print(" " + sealed(name, "CTR", new IvParameterSpec(new byte[16])));
    }
    System.out.println();
  }

  /** A digest of what 4096 blocks become, if they come back. */
  private static String sealed(String name, String mode, IvParameterSpec iv) throws Exception {
    byte[] plain = new byte[1 << 16];
    for (int i = 0; i < plain.length; i++) {
      plain[i] = (byte) (i * i >> 7);
    }
    SecretKeySpec key = new SecretKeySpec(new byte[16], name);
    Cipher cipher = Cipher.getInstance(name + "/" + mode + "/NoPadding", new FifteenProvider());
    cipher.init(Cipher.ENCRYPT_MODE, key, iv);
    byte[] sealed = cipher.doFinal(plain);
    cipher.init(Cipher.DECRYPT_MODE, key, iv);
    boolean back = Arrays.equals(cipher.doFinal(sealed), plain);
    return back ? Integer.toString(Arrays.hashCode(sealed)) : "lost";
  }
}
"""


@pytest.fixture(scope="module")
def jdk() -> jvms.Jvm:
    """The JDK that compiled the native engines."""
    found = build.native_jdk()
    if found is None:
        pytest.skip(f"no JDK {jvms.NATIVE} or newer is here")
    build.ensure_java()
    return found


@pytest.fixture(scope="module")
def shows(tmp_path_factory, jdk):
    """Runs PROGRAM with some options, and returns what it prints, on either stream."""
    work = tmp_path_factory.mktemp("shows")
    source = work / "Shows.java"
    source.write_text(PROGRAM)
    compile_it = [f"{jdk.home}/bin/javac", "--release", "11", "-cp", places.JAVA_PROBE]
    subprocess.run([*compile_it, "-d", work, source], check=True)

    def run(*options: str, jvm: jvms.Jvm = jdk) -> str:
        classes = f"{places.JAVA_PROBE}:{work}"
        command = [jvm.java, *options, "-cp", classes, "org.fifteen.jce.Shows"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        assert done.returncode == 0, done.stderr
        return (done.stdout + done.stderr).rstrip("\n")

    return run


def test_the_provider_takes_it_where_the_program_allows_it(shows, jdk):
    pure = shows("-Dorg.fifteen.native=false")
    assert pure.startswith("none lanes ") and "lost" not in pure
    value = pure.partition("lanes ")[2]
    assert shows() == pure  # not allowed: without a word
    assert shows(*jvms.NATIVE_ACCESS) == f"native native {value}"
    warned = shows("-Dorg.fifteen.native=true")
    assert warned.startswith(f"native native {value}") and "WARNING" in warned
    by_hand = shows(*jvms.NATIVE_ACCESS, f"-Dorg.fifteen.native={places.C_LIBRARY}")
    assert by_hand == f"native native {value}"
    assert shows(*jvms.NATIVE_ACCESS, "-Dorg.fifteen.native=false") == pure
    for older in (jvm for jvm in jvms.found() if not jvm.runs_native):
        assert shows(jvm=older) == pure


def test_without_a_library_that_can_be_loaded_it_is_pure_java(shows, tmp_path):
    pure = shows()
    text, other = tmp_path / "text.so", tmp_path / "other.so"
    text.write_text("no library\n")
    (tmp_path / "other.c").write_text("int other;\n")
    subprocess.run(["cc", "-shared", "-o", other, tmp_path / "other.c"], check=True)
    for wish in (other, tmp_path / "none.so"):
        assert shows(*jvms.NATIVE_ACCESS, f"-Dorg.fifteen.native={wish}") == pure
    # the machine is none that the jar has a library for
    assert shows(*jvms.NATIVE_ACCESS, "-Dos.arch=pdp11") == pure
    # of what is no library, or of a folder that isn't there, the JVM itself warns
    assert pure in shows(*jvms.NATIVE_ACCESS, f"-Dorg.fifteen.native={text}")
    assert pure in shows(*jvms.NATIVE_ACCESS, f"-Djava.io.tmpdir={tmp_path}/none")


def test_a_line_in_the_log_says_why(shows, tmp_path):
    logging = tmp_path / "logging.properties"
    logging.write_text(
        "handlers = java.util.logging.ConsoleHandler\n"
        "java.util.logging.ConsoleHandler.level = FINE\norg.fifteen.engine.level = FINE\n"
    )
    log = f"-Djava.util.logging.config.file={logging}", "-Duser.language=en"
    assert "FINE: native engines of libfifteen " in shows(*log, *jvms.NATIVE_ACCESS)
    assert "FINE: no native engines: " in shows(*log)
    assert "pdp11" in shows(*log, *jvms.NATIVE_ACCESS, "-Dos.arch=pdp11")


def test_nothing_is_left_behind(shows, tmp_path):
    assert shows(*jvms.NATIVE_ACCESS, f"-Djava.io.tmpdir={tmp_path}").startswith("native")
    assert not list(tmp_path.glob("libfifteen*"))


def test_the_lab_has_one_a_cipher_where_the_jvm_can_and_proves_it(jdk):
    found = manifest.engines(probes.java_probe(runtime=jvms.Runtime(jdk)))
    natives = {engine.cipher for engine in found if engine.name == "native"}
    assert natives == {engine.cipher for engine in found}
    in_java = manifest.engines(probes.java_probe(runtime=jvms.Runtime(jdk, jvms.MODES["nonative"])))
    assert [e.engine for e in in_java] == [e.engine for e in found if e.name != "native"]
    default = jvms.default()
    if not default.jvm.runs_native:
        there = manifest.engines(probes.java_probe(runtime=default))
        assert "native" not in {engine.name for engine in there}
    # blocks of 8, 16 and 20 bytes, a tweak, modes of their own and none: all are one class
    ciphers = "rijndael rijndael-b160 hpc hpc-b64 idea".split()
    what = " or ".join(f"java/{cipher}/native" for cipher in ciphers)
    done = lab("verify", "--quick", "-k", what, "--jvm", jdk.name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "java/hpc-b64/native" in done.stdout and "FAILED" not in done.stdout


def test_without_such_a_jdk_the_build_says_in_a_line_what_it_leaves_out(monkeypatch):
    older = [jvm for jvm in jvms.found() if not jvm.runs_native]
    monkeypatch.setattr(jvms, "found", lambda: older)
    built = []
    monkeypatch.setattr(build, "_build", lambda what, *_, **__: built.append(what))
    build.ensure_java()
    assert built == [
        "Java library and probe (without native engines: no JDK of 22 or newer is here)"
    ]
    assert not any(word.startswith("-Dnative") for word in build._maven("verify"))
