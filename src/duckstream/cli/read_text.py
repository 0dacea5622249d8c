"""Reading a text file that the user named, with every way in which that can fail said plainly."""

from __future__ import annotations

import sys
from pathlib import Path

from duckstream.cli.failures import CallError

STANDARD_INPUT = "-"


def name_of(path: str) -> str:
    """What messages call a file."""
    return "standard input" if path == STANDARD_INPUT else path


def read_text(path: str) -> str:
    """The text of a file, or of standard input for `-`."""
    try:
        # Some editors begin a file with a byte order mark, which is no part of the SQL.
        text = _read_bytes(path).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise CallError(
            f"{name_of(path)}: not UTF-8 text (byte {error.start} cannot be read); save it as UTF-8"
        ) from error
    if not text.strip():
        raise CallError(f"{name_of(path)}: the file is empty")
    return text


def _read_bytes(path: str) -> bytes:
    if path == STANDARD_INPUT:
        # Python sets stdin to None when the process was started without one.
        if sys.stdin is None:
            raise CallError("standard input: it is closed")
        return sys.stdin.buffer.read()
    try:
        if Path(path).is_dir():
            raise CallError(f"{path}: a folder, not a file")
        return Path(path).read_bytes()
    except FileNotFoundError as error:
        raise CallError(f"{path}: no such file") from error
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise CallError(f"{path}: cannot be read: {reason}") from error
