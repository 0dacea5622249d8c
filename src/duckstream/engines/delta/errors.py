"""Spark's errors in one line, and its complaints about a user's text with their place in it."""

from __future__ import annotations

import logging
import re
import threading
from collections.abc import Generator
from contextlib import contextmanager

from pyspark.errors import PySparkException
from pyspark.logger import PySparkLogger

from duckstream.errors import InvalidSQLError, Position

LONGEST = 400


def first_line(error: Exception) -> str:
    """The error without the plan and the stack that Spark prints with it."""
    text = str(error)
    java = re.search(r"^: ([\w.$]+(?:Exception|Error)): (.*)$", text, re.MULTILINE)
    if java is not None:
        text = java[2]
    line = next((line.strip() for line in text.splitlines() if line.strip()), "")
    return line if len(line) <= LONGEST else f"{line[:LONGEST]} ..."


def user_error(sql: str, error: PySparkException) -> InvalidSQLError:
    """An error about the user's text."""
    told = first_line(error)
    condition = condition_of(error)
    kind = "SYNTAX" if "PARSE" in condition else "TYPE" if "DATATYPE" in condition else "ENGINE"
    if condition.startswith(("UNRESOLVED", "TABLE_OR_VIEW_NOT_FOUND")):
        kind = "UNKNOWN_NAME"
    reason = re.sub(r"^\[[\w.]+\] *", "", told)
    reason = re.sub(r" *SQLSTATE: \w+.*$", "", reason)
    return InvalidSQLError(
        kind,
        condition or "Spark",
        reason,
        hint="Spark itself refuses this text",
        position=_position(str(error)),
        sql=sql,
    )


def condition_of(error: Exception) -> str:
    """The name of the error class, such as DELTA_VERSION_NOT_FOUND."""
    return (error.getCondition() if isinstance(error, PySparkException) else None) or ""


# What Delta Lake raises when another commit came first.
_CONFLICTS = (
    "DELTA_CONCURRENT",
    "ConcurrentAppendException",
    "ConcurrentDeleteDeleteException",
    "ConcurrentDeleteReadException",
    "ConcurrentTransactionException",
    "ConcurrentWriteException",
    "MetadataChangedException",
    "ProtocolChangedException",
)
# When files or log entries of an old version are gone, or hold no change feed.
_LOST = {
    "DELTA_MISSING_CHANGE_DATA": "its change feed was not on all the time",
    "DELTA_CHANGE_DATA_FILE_NOT_FOUND": "files of its change feed were cleaned up",
    "DELTA_CHANGE_DATA_FEED_INCOMPATIBLE": "its columns changed within the change feed",
    "DELTA_VERSION_NOT_FOUND": "the version where the view stands was cleaned up",
    "DELTA_VERSIONS_NOT_CONTIGUOUS": "entries of its log are missing",
    "DELTA_LOG_FILE_NOT_FOUND": "entries of its log were cleaned up",
    "DELTA_FILE_NOT_FOUND": "files of the version where the view stands were cleaned up",
    "FAILED_READ_FILE.FILE_NOT_EXIST": "files of the version where the view stands were cleaned up",
    "FileNotFoundException": "files of the version where the view stands were cleaned up",
}


def is_conflict(error: Exception) -> bool:
    return any(word in str(error) or condition_of(error).startswith(word) for word in _CONFLICTS)


def find_lost_history(error: Exception) -> str | None:
    """The reason, if an old state or a change cannot be read any more."""
    found = (
        reason
        for word, reason in _LOST.items()
        if condition_of(error).startswith(word) or word in str(error)
    )
    reason = next(found, None)
    return None if not reason else f"a source has lost its history: {reason}"


def _position(text: str) -> Position | None:
    found = re.search(r"line (\d+),? pos (\d+)", text)
    return None if found is None else Position(int(found[1]), int(found[2]) + 1)


# Several threads may expect errors: the first silences the loggers, the last lets them speak again.
_lock = threading.Lock()
_expecting: list[None] = []
_silenced: dict[logging.Logger, int] = {}


@contextmanager
def expecting_errors() -> Generator[None]:
    """PySpark logs every error it raises; not those that are an answer to us."""
    with _lock:
        if not _silenced:
            _silenced.update({logger: logger.level for logger in _error_loggers()})
            silence_errors()
        _expecting.append(None)
    try:
        yield
    finally:
        with _lock:
            _expecting.pop()
            if not _expecting:
                for logger, level in _silenced.items():
                    logger.setLevel(level)
                _silenced.clear()


def silence_errors() -> None:
    """For a program that tells all errors itself: PySpark would print each with its whole plan."""
    for logger in _error_loggers():
        logger.setLevel(logging.CRITICAL + 1)


def _error_loggers() -> list[logging.Logger]:
    """They are of a class of PySpark's own, and have to be made by it."""
    return [PySparkLogger.getLogger(f"{kind}QueryContextLogger") for kind in ("SQL", "DataFrame")]
