"""Numbers and times as people read them."""

from __future__ import annotations

from datetime import datetime, timedelta


def duration(seconds: float) -> str:
    """
    >>> [duration(s) for s in (0, 0.00042, 0.0123, 0.84, 1.26, 75, 7322)]
    ['0 ms', '0.4 ms', '12 ms', '840 ms', '1.3 s', '1 min 15 s', '2 h 2 min']
    """
    if seconds < 0.0095:
        return f"{seconds * 1000:.1f} ms" if seconds else "0 ms"
    if seconds < 0.9995:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def count(number: int) -> str:
    """With narrow spaces between the thousands.

    >>> count(1234567).split("\\u202f")
    ['1', '234', '567']
    """
    return f"{number:,}".replace(",", "\u202f")


def short_count(number: float) -> str:
    """For the labels of an axis.

    >>> [short_count(n) for n in (0, 10, 1000, 20000, 1500000, 2e9)]
    ['0', '10', '1k', '20k', '1.5M', '2G']
    """
    for size, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:g}{letter}"
    return f"{number:g}"


def plural(number: int, noun: str) -> str:
    """
    >>> plural(1, "view"), plural(2, "view")
    ('1 view', '2 views')
    """
    return f"{count(number)} {noun}" + ("" if number == 1 else "s")


def age(then: datetime, now: datetime) -> str:
    """How long ago, in one unit.

    >>> now = datetime(2026, 1, 10, 12, 0)
    >>> [age(now - timedelta(seconds=s), now) for s in (3, 200, 9000, 400000)]
    ['just now', '3 min ago', '2 h ago', '4 days ago']
    """
    passed = now - then
    if passed < timedelta(minutes=1):
        return "just now"
    if passed < timedelta(hours=1):
        return f"{passed // timedelta(minutes=1)} min ago"
    if passed < timedelta(days=1):
        return f"{passed // timedelta(hours=1)} h ago"
    return f"{plural(passed // timedelta(days=1), 'day')} ago"


def moment(time: datetime) -> str:
    """To the second, in UTC, which is what the records have."""
    return f"{time:%Y-%m-%d %H:%M:%S}"
