"""A tree as text: one operator a line, inputs indented. Shared nodes are printed once, with a mark.

>>> from duckstream.algebra.operators import Filter, Scan, Source
>>> from duckstream.algebra.columns import Column, ref
>>> a = Column(1, "a")
>>> t = Scan(Source("dl", "main", "t"), (a,))
>>> predicate = exp.GT(this=ref(a), expression=exp.Literal.number(3))
>>> print(print_tree(Filter(t, predicate)))
Filter a#1 > 3
  Scan t [a#1] current
"""

from __future__ import annotations

from sqlglot import exp

from duckstream.algebra.columns import Column, is_ref, ref_id
from duckstream.algebra.joins import OuterJoin, SemiJoin
from duckstream.algebra.operators import (
    Aggregate,
    Consolidate,
    Empty,
    Filter,
    Join,
    Keys,
    Project,
    Relation,
    Restrict,
    Scan,
    Side,
    UnionAll,
)
from duckstream.algebra.ordered import Previous, Recursive, Unnest, Window
from duckstream.algebra.tree import parent_counts, walk


def print_tree(root: Relation) -> str:
    names = {c.id: str(c) for node in walk(root) for c in _known_columns(node)}
    counts = parent_counts(root)
    marks: dict[int, int] = {}
    lines: list[str] = []

    def visit(node: Relation, depth: int) -> None:
        indent = "  " * depth
        if id(node) in marks:
            lines.append(f"{indent}= {marks[id(node)]}")
            return
        mark = ""
        if counts[id(node)] > 1 and node.inputs:
            marks[id(node)] = len(marks) + 1
            mark = f"{marks[id(node)]}: "
        lines.append(f"{indent}{mark}{describe(node, names)}")
        for child in node.inputs:
            visit(child, depth + 1)

    visit(root, 0)
    return "\n".join(lines)


def describe(node: Relation, names: dict[int, str]) -> str:
    """One operator, without its inputs."""
    name = type(node).__name__
    match node:
        case Scan():
            bounds = "".join(
                f" {column} within {', '.join(f'Δ{source}.{name}' for source, name in bounds)}"
                for column, bounds in node.within
            )
            return f"{name} {node.source} {_list(node.columns)} {node.version.value}{bounds}"
        case Filter():
            return f"{name} {print_expression(node.predicate, names)}"
        case Project():
            outputs = (
                f"{o.column} = {print_expression(o.expression, names)}" for o in node.outputs
            )
            return f"{name} [{', '.join(outputs)}]"
        case Join():
            return name + _on(node.condition, names)
        case OuterJoin():
            return ("FullJoin" if node.full else "LeftJoin") + _on(node.condition, names)
        case SemiJoin():
            return ("AntiJoin" if node.anti else name) + _on(node.condition, names)
        case Window():
            calls = (f"{c.column} = {print_expression(c.expression, names)}" for c in node.calls)
            return f"{name} BY {_list(node.partition)} [{', '.join(calls)}]"
        case Unnest():
            made = (
                f"{_list(g.columns)} = {print_expression(g.call, names)}" for g in node.generators
            )
            return f"{name} {', '.join(made)}"
        case Recursive():
            return f"{name} {_list(node.columns)}" + (" distinct" if node.distinct else "")
        case Previous():
            return f"{name} {_list(node.columns)} of {node.recursion}"
        case UnionAll():
            return f"{name} {_list(node.columns)}"
        case Aggregate():
            calls = [f"{call.column} = {call}" for call in node.calls]
            return f"{name} BY {_list(node.keys)} [{', '.join(calls)}]"
        case Keys():
            pairs = zip(node.columns, node.picked, strict=True)
            watched = f" watching {_list(node.watched)}" if node.watched else ""
            return f"{name} [{', '.join(f'{new} = {old}' for new, old in pairs)}]{watched}"
        case Restrict():
            return f"{name} [{', '.join(f'{a} IN {b}' for a, b in node.on)}]"
        case Side():
            return "Went" if node.gone else "Came"
        case Consolidate() | Empty():
            return f"{name} {_list(node.columns)}"
        case _:
            return name


def print_expression(expression: exp.Expr, names: dict[int, str]) -> str:
    """An expression with its references as `name#id`."""

    def spell(node: exp.Expr) -> exp.Expr:
        if is_ref(node):
            return exp.Var(this=names.get(ref_id(node), node.name))
        return node

    return expression.transform(spell).sql(dialect="duckdb")


def _on(condition: exp.Expr | None, names: dict[int, str]) -> str:
    return "" if condition is None else f" ON {print_expression(condition, names)}"


def _known_columns(node: Relation) -> tuple[Column, ...]:
    return node.columns


def _list(columns: tuple[Column, ...]) -> str:
    return f"[{', '.join(map(str, columns))}]"
