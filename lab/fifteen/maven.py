# SPDX-License-Identifier: Apache-2.0
"""What Maven's repository holds: the jars of a coordinate, with what they need to run."""

import shutil
import subprocess
import tempfile
from pathlib import Path

from fifteen import files
from fifteen.errors import Failed, Mistake

PLUGIN = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1"
POM = """<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>org.fifteen</groupId><artifactId>jars</artifactId><version>1</version>
  <dependencies><dependency>
    <groupId>{}</groupId><artifactId>{}</artifactId><version>{}</version>
    {}
  </dependency></dependencies>
</project>
"""
PATIENCE = 300.0  # seconds for a download


def jars(coordinate: str, folder: Path) -> Path:
    """The folder, with the jars of a coordinate and of what it needs.

    A coordinate is ``GROUP:ARTIFACT:VERSION``, and ``:PACKAGING`` and ``:CLASSIFIER`` if need be.

    It is fetched once, whole or not at all. Raises Failed where Maven cannot.
    """
    if folder.is_dir():
        return folder
    if shutil.which("mvn") is None:
        raise Mistake("mvn is not installed: ./fifteen doctor says what to install")
    with files.writing(folder):
        folder.parent.mkdir(parents=True, exist_ok=True)
        work = tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}.")
    with work as made:
        pom, lib = Path(made) / "pom.xml", Path(made) / "lib"
        group, artifact, version, *rest = coordinate.split(":")
        more = "".join(
            f"<{k}>{v}</{k}>" for k, v in zip(("type", "classifier"), rest, strict=False)
        )
        pom.write_text(POM.format(group, artifact, version, more))
        command = ["mvn", "--batch-mode", "--quiet", "-Dstyle.color=never", "--file", str(pom)]
        command += [f"{PLUGIN}:copy-dependencies", "-DincludeScope=runtime"]
        try:
            done = subprocess.run(
                [*command, f"-DoutputDirectory={lib}"],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                timeout=PATIENCE,
            )
        except subprocess.TimeoutExpired:
            raise Failed(f"Maven did not bring {coordinate} within {PATIENCE:g} s") from None
        if done.returncode != 0 or not lib.is_dir():
            raise Failed(f"Maven did not bring {coordinate}: {_why(done.stdout)}")
        if not folder.is_dir():  # another lab may have been quicker
            lib.rename(folder)
    return folder


def _why(output: str) -> str:
    """The first error that Maven says, without what it says of our own POM."""
    errors = [line.partition("[ERROR]")[2] for line in output.splitlines()]  # escapes come before
    said = next(filter(None, map(str.strip, errors)), "it does not say why")
    return said.rpartition("org.fifteen:jars:jar:1: ")[2].removesuffix(" -> [Help 1]")[:200]
