"""Delta Lake's jars: fetched once by Spark's own resolution, then taken from where it put them.

Spark resolves a package through Ivy at every start, which takes seconds and may ask the network.
So it is asked once, the files that it names are written down, and sessions start from that list.
"""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import os
import re
import shlex
import ssl
import struct
import subprocess
import urllib.request
from pathlib import Path
from urllib.parse import unquote, urlsplit

from duckstream.engines.delta.java import Java, cache_folder, find_java, write_whole
from duckstream.errors import LakeError

SCALA = "2.13"
FETCH_SECONDS = 900

# spark-submit resolves the packages before it runs a class; this one prints a version and ends.
NOTHING_TO_RUN = ["--class", "org.apache.hadoop.util.VersionInfo", "spark-internal"]


def delta_jars() -> list[Path]:
    """The files a session needs for Delta Lake, fetched now if they are not there yet."""
    return known_jars() or fetch_jars(find_java())


def known_jars() -> list[Path] | None:
    """The files that an earlier fetch wrote down, if every one of them is still there."""
    try:
        jars = [Path(line) for line in _list_file().read_text().splitlines()]
    except OSError:
        return None
    return jars if jars and all(jar.is_file() for jar in jars) else None


def fetch_jars(java: Java) -> list[Path]:
    """Let Spark resolve the package; a second try trusts the certificates that Python trusts."""
    options = proxy_options(urllib.request.getproxies())
    report, done = _resolve(java, options)
    trusted = ["Java's own"]
    if not done and "PKIX" in report:
        certificates = ssl.create_default_context().get_ca_certs(binary_form=True)
        if certificates:
            store = cache_folder() / "trusted.jks"
            write_whole(store, trust_store(certificates))
            trusted.append(f"the {len(certificates)} that Python trusts")
            report, done = _resolve(java, [*options, f"-Djavax.net.ssl.trustStore={store}"])
    if not done:
        raise _not_fetched(report, java, trusted)
    jars = [Path(unquote(path)) for path in re.findall(r"^file://(/.*\.jar)$", report, re.M)]
    if not jars or not all(jar.is_file() for jar in jars):
        raise _not_fetched(report, java, trusted)
    write_whole(_list_file(), "".join(f"{jar}\n" for jar in jars).encode())
    return jars


def spark_home() -> Path:
    """The folder of the installed PySpark, which carries all of Spark."""
    spec = importlib.util.find_spec("pyspark")
    locations = list(spec.submodule_search_locations or ()) if spec else []
    if not locations or importlib.util.find_spec("delta") is None:
        missing = "pyspark" if not locations else "delta-spark"
        raise LakeError(
            "NO_SPARK", f"{missing} is not installed", "pip install 'duckstream[spark]'"
        )
    return Path(locations[0])


def delta_package() -> str:
    """Delta Lake's name in Maven's terms: it is built for one version of Spark."""
    spark_home()
    spark = ".".join(importlib.metadata.version("pyspark").split(".")[:2])
    return f"io.delta:delta-spark_{spark}_{SCALA}:{importlib.metadata.version('delta_spark')}"


def proxy_options(proxies: dict[str, str]) -> list[str]:
    """Java's options for the proxies that the environment names, which Java does not read itself.

    >>> proxy_options({"https": "http://proxy:3128", "no": "localhost,.local"})
    ['-Dhttps.proxyHost=proxy', '-Dhttps.proxyPort=3128', '-Dhttp.nonProxyHosts=localhost|*.local']
    """
    options = []
    for scheme in ("http", "https"):
        proxy = urlsplit(proxies.get(scheme, ""))
        if proxy.hostname:
            options.append(f"-D{scheme}.proxyHost={proxy.hostname}")
            options.append(f"-D{scheme}.proxyPort={proxy.port or 80}")
    if options and proxies.get("no"):
        hosts = [host.strip() for host in proxies["no"].split(",") if host.strip()]
        direct = "|".join(f"*{host}" if host.startswith(".") else host for host in hosts)
        options.append(f"-Dhttp.nonProxyHosts={direct}")
    return options


def trust_store(certificates: list[bytes]) -> bytes:
    """A Java key store (JKS) of certificates to trust, each in DER.

    Java reads no other list than its own, so one is written for it: a header, an entry per
    certificate, and a digest that is only checked when a password is given.
    """
    body = struct.pack(">III", 0xFEEDFEED, 2, len(certificates))
    for number, certificate in enumerate(certificates):
        body += struct.pack(">I", 2) + _text(f"python-{number}") + struct.pack(">Q", 0)
        body += _text("X.509") + struct.pack(">I", len(certificate)) + certificate
    password = "changeit".encode("utf-16-be")
    return body + hashlib.sha1(password + b"Mighty Aphrodite" + body).digest()


def _text(value: str) -> bytes:
    return struct.pack(">H", len(value)) + value.encode()


def _list_file() -> Path:
    return cache_folder() / f"{delta_package().replace(':', '-')}.jars"


def _resolve(java: Java, options: list[str]) -> tuple[str, bool]:
    """What Spark reports of resolving the package, and whether it did."""
    home = spark_home()
    command = [str(home / "bin" / "spark-submit"), "--verbose", "--packages", delta_package()]
    command += ["--driver-java-options", shlex.join(options)] if options else []
    changes = {**java.environment(), "SPARK_HOME": str(home)}
    environment = {
        name: value for name, value in {**os.environ, **changes}.items() if value is not None
    }
    try:
        ran = subprocess.run(
            [*command, *NOTHING_TO_RUN],
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            timeout=FETCH_SECONDS,
        )
    except subprocess.TimeoutExpired:
        return f"no answer within {FETCH_SECONDS // 60} minutes", False
    except OSError as error:
        return f"{command[0]} does not run: {error}", False
    return ran.stdout, ran.returncode == 0


def _not_fetched(report: str, java: Java, trusted: list[str]) -> LakeError:
    if "PKIX" in report:
        reason = (
            f"Java {java.version} from {java.place} does not trust the server's certificate; "
            f"certificates tried: {', then '.join(trusted)}"
        )
        hint = (
            "name a file with your network's certificate in SSL_CERT_FILE, or Java's store of it "
            "in JAVA_TOOL_OPTIONS=-Djavax.net.ssl.trustStore=<file>"
        )
    else:
        hosts = sorted(set(re.findall(r"Host (\S+) not found", report)))
        unknown = f" (hosts not found: {', '.join(hosts)})" if hosts else ""
        reason = telling_line(report) + unknown
        hint = (
            "fetch them once with a connection (a proxy is taken from HTTPS_PROXY, a mirror from "
            "spark.jars.ivySettings in spark-defaults.conf), or copy the folder ~/.ivy2.5.2 from "
            "a machine that has them"
        )
    error = LakeError(
        "NO_DELTA_JARS",
        f"the jars of {delta_package()} could not be fetched: {reason}",
        hint,
    )
    error.__cause__ = RuntimeError(report)
    return error


def telling_line(report: str) -> str:
    """The line that says most about a failure in what Spark or Java printed."""
    lines = [line.strip() for line in report.splitlines() if line.strip()]
    for sign in ("Server access error", "Exception in thread", "Error", "Exception"):
        for line in lines:
            if sign in line:
                return line[:300]
    return lines[-1][:300] if lines else "no message"
