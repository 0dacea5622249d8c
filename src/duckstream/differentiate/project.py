"""Project: columns computed row by row.

    Δπ(R) = π(ΔR)

Every row gives exactly one row, so weights go through unchanged. Rows that become equal are kept
apart; their weights add up where it matters.

>>> from sqlglot import parse_one
>>> from duckstream.algebra import Column, Ids, Output, Project, Scan, Source, print_tree
>>> from duckstream.differentiate import differentiate
>>> t = Scan(Source("dl", "main", "t"), (Column(1, "a"),))
>>> double = Project(t, (Output(Column(2, "b"), parse_one('"#1" * 2')),))
>>> print(print_tree(differentiate(double, Ids(3))))
Project [b#2 = a#1 * 2]
  Scan t [a#1] change
"""

from __future__ import annotations

from duckstream.algebra import Project, Relation
from duckstream.differentiate.states import States


def differentiate_project(project: Relation, at: States) -> Relation:
    assert isinstance(project, Project)
    return Project(at.change(project.input), project.outputs)
