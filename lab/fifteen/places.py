# SPDX-License-Identifier: Apache-2.0
"""Where things are: one module, so that no other spells a path."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
MANIFEST = ROOT / "ciphers.toml"
VECTORS = ROOT / "vectors"
STUDIES = ROOT / "studies"

BUILD = ROOT / "build"
C_BUILD = BUILD / "c"
C_LIBRARY = C_BUILD / "libfifteen.so"
NATIVE = BUILD / "native"  # that library alone, for the jar: Maven copies no links
C_PROBE = C_BUILD / "probe" / "fifteen-probe"
COMPILED = BUILD / "compiled"  # the C programs by other toolchains, a folder each
JAVA_BUILD = BUILD / "java"
JAVA_PROBE = JAVA_BUILD / "probe.jar"
BOUNCY_CASTLE = JAVA_BUILD / "peers" / "bcprov-jdk18on.jar"

GRAAL = BUILD / "graal"  # the compiler's jars, fetched on first use

ADDED = ROOT / "added"  # what users brought
JVMS = ADDED / "jvms"
COMPILERS = ADDED / "compilers"
PEERS = ADDED / "peers.toml"
COMPLEXITY = JAVA_BUILD / "complexity.jar"
ENGINES = ROOT / "java" / "fifteen" / "src" / "main" / "java" / "org" / "fifteen" / "engine"

RESULTS = ROOT / "results"
