"""Names as they are written: always quoted, so that every letter is allowed."""

from __future__ import annotations

from sqlglot import exp


def column(name: str) -> exp.Column:
    """A column of the only table in sight."""
    return exp.Column(this=exp.to_identifier(name, quoted=True))


def quoted(name: str, dialect: str) -> str:
    """
    >>> quoted("order item", "spark"), quoted("order item", "duckdb")
    ('`order item`', '"order item"')
    """
    return exp.to_identifier(name, quoted=True).sql(dialect=dialect)
