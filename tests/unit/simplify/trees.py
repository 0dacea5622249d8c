"""Small trees over r(k, x) and s(k, y), built by hand, for laws that no view shows by itself."""

from sqlglot import exp, parse_one

from duckstream.algebra import (
    Aggregate,
    Branch,
    Call,
    Column,
    Empty,
    Filter,
    Generator,
    Join,
    Keys,
    OuterJoin,
    Output,
    Project,
    Relation,
    Restrict,
    Scan,
    SemiJoin,
    Source,
    UnionAll,
    Unnest,
    Version,
    Window,
)

R, S = Source("dl", "main", "r"), Source("dl", "main", "s")
INTEGER = exp.DataType.build("INTEGER")
K, X = Column(1, "k", INTEGER), Column(2, "x", INTEGER)
K2, Y = Column(3, "k", INTEGER), Column(4, "y", INTEGER)
# What the keys of a restriction are called.
WANTED_K, WANTED_X = Column(5, "wanted_k"), Column(6, "wanted_x")


def scan_r(version: Version = Version.NEW) -> Scan:
    return Scan(R, (K, X), version)


def scan_s(version: Version = Version.NEW) -> Scan:
    return Scan(S, (K2, Y), version)


def typed_s(type: str | None) -> Scan:
    """s with a key of another type, or of one that is not known."""
    key = Column(3, "k", None if type is None else exp.DataType.build(type))
    return Scan(S, (key, Y), Version.NEW)


def nothing() -> Empty:
    """What is left of the change of r when r did not change."""
    return Empty((K, X), scan_r())


def wanted(*columns: Column) -> Scan:
    """Keys to restrict to, as they come out of a temporary table."""
    return Scan(Source("", "", "wanted"), columns)


def filtered(relation: Relation, predicate: str = '"#2" > 3') -> Filter:
    return Filter(relation, expression(predicate))


def projected(relation: Relation, **outputs: str) -> Project:
    """Columns 11, 12, ... from texts that refer to columns as "#id"."""
    numbered = enumerate(outputs.items(), start=11)
    return Project(
        relation,
        tuple(Output(Column(i, name), expression(text)) for i, (name, text) in numbered),
    )


def joined(*relations: Relation, on: str | None = '"#1" = "#3"') -> Join:
    return Join(relations, None if on is None else expression(on))


def outer(
    left: Relation, right: Relation, on: str | None = '"#1" = "#3"', *, full: bool = False
) -> OuterJoin:
    return OuterJoin(left, right, None if on is None else expression(on), full)


def semi(
    left: Relation, right: Relation, on: str | None = '"#1" = "#3"', *, anti: bool = False
) -> SemiJoin:
    return SemiJoin(left, right, None if on is None else expression(on), anti)


def ranked(relation: Relation, *partition: Column) -> Window:
    call = Output(Column(51, "place"), expression('RANK() OVER (ORDER BY "#2")'))
    return Window(relation, partition, (call,))


def exploded(relation: Relation) -> Unnest:
    return Unnest(relation, (Generator(expression('UNNEST(["#1", "#2"])'), (Column(61, "e"),)),))


def united(*relations: Relation, unifies: bool = False) -> UnionAll:
    """The relations with columns 21, 22, ..., named as in the first of them."""
    columns = tuple(Column(i, c.name) for i, c in enumerate(relations[0].columns, start=21))
    return UnionAll(columns, tuple(Branch(r, r.columns) for r in relations), unifies)


def summed(relation: Relation, *keys: Column) -> Aggregate:
    return Aggregate(relation, keys, (Call(Column(31, "total"), "SUM", X),))


def keys_of(relation: Relation, *columns: Column) -> Keys:
    return Keys(relation, columns, tuple(Column(c.id + 40, c.name) for c in columns))


def restricted(relation: Relation, *on: tuple[Column, Column]) -> Restrict:
    return Restrict(relation, wanted(*(key for _, key in on)), on)


def expression(text: str) -> exp.Expr:
    return parse_one(text, dialect="duckdb")
