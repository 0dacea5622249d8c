"""What surrounds a query that is being made: what it may read, and what it must not name again."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from hypothesis import strategies as st

from tests.equivalence.strategies.query import Expr, From, Query, Source

Made: TypeAlias = st.SearchStrategy[tuple[Query, int]]
"""A query and how many tables it multiplies."""


@dataclass(frozen=True)
class Around:
    sources: Sequence[Source]
    make: Callable[["Around", int, int], Made]
    """A query of any shape: around it, its depth, and how many tables it may multiply."""
    make_from: Callable[["Around", int, int], st.SearchStrategy[tuple[From, int]]]
    """A FROM clause, likewise."""
    outer: tuple[Expr, ...] = ()
    """The columns of the queries around it; empty where it stands alone."""
    level: int = 0
    """How deep it stands: aliases have this number, so that none hides another."""

    def alias(self, position: int) -> str:
        return f"{'abcdefgh'[position]}{self.level or ''}"

    def inside(self, outer: Sequence[Expr] = ()) -> "Around":
        """Around a query in this one, which sees these columns besides those further out."""
        return replace(self, outer=(*self.outer, *outer), level=self.level + 1)

    def alone(self) -> "Around":
        """Around a query in this one that must not read the rows around it."""
        return replace(self, outer=(), level=self.level + 1)

    def with_source(self, *sources: Source) -> "Around":
        return replace(self, sources=[*sources, *self.sources])
