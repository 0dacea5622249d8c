"""The types of expressions, as far as they are certain.

An engine knows the types of its own query best, and is asked where there is one. Without one, this
says what can be said for sure and None otherwise: a type decides only how a state is kept, and a
state of unknown type is kept the way that is right for every type.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from duckstream.algebra import is_ref, ref_id

DType = exp.DType

INTEGERS = {
    DType.TINYINT: 1,
    DType.SMALLINT: 2,
    DType.INT: 3,
    DType.BIGINT: 4,
    DType.INT128: 5,
    DType.UTINYINT: 2,
    DType.USMALLINT: 3,
    DType.UINT: 4,
    DType.UBIGINT: 5,
}
_BY_RANK = {1: DType.TINYINT, 2: DType.SMALLINT, 3: DType.INT, 4: DType.BIGINT, 5: DType.INT128}
FLOATS = {DType.FLOAT, DType.DOUBLE}
TEXTS = {DType.VARCHAR, DType.TEXT, DType.CHAR, DType.NCHAR, DType.NVARCHAR}
_BOOLEAN = (exp.Predicate, exp.Not, exp.And, exp.Or, exp.Boolean)


def is_known(type: exp.DataType | None) -> bool:
    return type is not None and type.this is not DType.UNKNOWN


def is_integer(type: exp.DataType | None) -> bool:
    return type is not None and type.this in INTEGERS


def is_discrete(type: exp.DataType | None) -> bool:
    """Integers and dates: values in an order that everybody agrees about."""
    return is_integer(type) or (type is not None and type.this is DType.DATE)


def is_boolean(type: exp.DataType | None) -> bool:
    return type is not None and type.this is DType.BOOLEAN


def decimal_size(type: exp.DataType | None) -> tuple[int, int] | None:
    """Precision and scale of a DECIMAL(p, s) in which both are written out."""
    if type is None or type.this is not DType.DECIMAL or len(type.expressions) != 2:
        return None
    precision, scale = (part.name for part in type.expressions)
    return (int(precision), int(scale)) if precision.isdigit() and scale.isdigit() else None


def decimal_scale(type: exp.DataType | None) -> int | None:
    size = decimal_size(type)
    return None if size is None else size[1]


def is_exact(type: exp.DataType | None) -> bool:
    """Can values of this type be added up and taken away again without a trace?"""
    return is_integer(type) or is_boolean(type) or decimal_scale(type) is not None


def is_text(type: exp.DataType | None) -> bool:
    return type is not None and type.this in TEXTS


def decimal(scale: int, precision: int = 38) -> exp.DataType:
    return exp.DataType.build(f"DECIMAL({precision}, {scale})")


def build(type: exp.DType) -> exp.DataType:
    return exp.DataType(this=type)


def infer_type(
    node: exp.Expr,
    types: Mapping[int, exp.DataType | None],
    known: dict[int, exp.DataType | None] | None = None,
) -> exp.DataType | None:
    """The type of an expression over columns of the given types, or None when in doubt.

    `known` keeps the types of nodes of one expression, by their identities, between calls.

    >>> from sqlglot import parse_one
    >>> price = exp.DataType.build("DECIMAL(10, 2)")
    >>> infer_type(parse_one('"#1" * (1 - "#2")'), {1: price, 2: price}).sql()
    'DECIMAL(38, 4)'
    >>> infer_type(parse_one('"#1" / 2'), {1: price}) is None
    True
    """

    found: dict[int, exp.DataType | None] = {} if known is None else known

    def infer(node: exp.Expr | None) -> exp.DataType | None:
        if id(node) not in found:
            found[id(node)] = infer_node(node)
        return found[id(node)]

    def infer_node(node: exp.Expr | None) -> exp.DataType | None:
        match node:
            case exp.Paren() | exp.Neg() | exp.Min() | exp.Max() | exp.Distinct():
                inner = node.this if not isinstance(node, exp.Distinct) else node.expressions[0]
                return infer(inner)
            case exp.Column() if is_ref(node):
                return types.get(ref_id(node))
            case exp.Literal():
                return _literal_type(node)
            case exp.TryCast() | exp.Cast():
                return node.to
            case exp.Add() | exp.Sub():
                return _add(infer(node.left), infer(node.right))
            case exp.Mul():
                return _multiply(infer(node.left), infer(node.right))
            case exp.Coalesce():
                return _common([infer(part) for part in [node.this, *node.expressions]])
            case exp.Case():
                branches = [branch.args["true"] for branch in node.args["ifs"]]
                default = node.args.get("default")
                parts = [*branches, *([default] if default is not None else [])]
                return _common([infer(p) for p in parts if not isinstance(p, exp.Null)])
            case _ if isinstance(node, _BOOLEAN) and not isinstance(node, exp.Connector):
                return build(DType.BOOLEAN)
            case exp.Connector():
                return build(DType.BOOLEAN)
            case _:
                return None

    return infer(node)


def find_text_arithmetic(
    expression: exp.Expr, types: Mapping[int, exp.DataType | None]
) -> exp.Expr | None:
    """A text that stands in a sum, a difference, a product or a quotient, if there is one.

    A literal is no such text: it takes the type that is needed.
    """
    known: dict[int, exp.DataType | None] = {}
    for node in expression.find_all(exp.Add, exp.Sub, exp.Mul, exp.Div, exp.Mod):
        for side in (node.left, node.right):
            written = isinstance(side.unnest(), exp.Literal)
            if not written and is_text(infer_type(side, types, known)):
                return side
    return None


def sum_type(argument: exp.DataType | None) -> exp.DataType | None:
    """The type of SUM over an argument of this type."""
    if is_integer(argument) or is_boolean(argument):
        return build(DType.INT128)
    scale = decimal_scale(argument)
    return None if scale is None else decimal(scale)


def spark_sum_type(argument: exp.DataType | None) -> exp.DataType | None:
    """The same in Spark: it adds integers as BIGINT, and ten digits to a DECIMAL."""
    if is_integer(argument):
        return build(DType.BIGINT)
    size = decimal_size(argument)
    return None if size is None else decimal(size[1], min(size[0] + 10, 38))


def _literal_type(node: exp.Literal) -> exp.DataType | None:
    if node.is_string:
        return build(DType.VARCHAR)
    text = node.name
    if text.isdigit():
        size = int(text)
        rank = 3 if size < 2**31 else 4 if size < 2**63 else 5
        return build(_BY_RANK[rank])
    whole, dot, fraction = text.partition(".")
    if dot and (whole + fraction).isdigit():
        return decimal(len(fraction), max(len(whole) + len(fraction), 1))
    return build(DType.DOUBLE)


def _add(left: exp.DataType | None, right: exp.DataType | None) -> exp.DataType | None:
    if is_integer(left) and is_integer(right):
        return _wider(left, right)
    scales = [_scale(left), _scale(right)]
    if None in scales:
        return None
    return decimal(max(scale for scale in scales if scale is not None))


def _multiply(left: exp.DataType | None, right: exp.DataType | None) -> exp.DataType | None:
    if is_integer(left) and is_integer(right):
        return _wider(left, right)
    left_scale, right_scale = _scale(left), _scale(right)
    if left_scale is None or right_scale is None:
        return None
    return decimal(left_scale + right_scale)


def _common(types: list[exp.DataType | None]) -> exp.DataType | None:
    known = [type for type in types if type is not None]
    if not known or len(known) != len(types):
        return None
    if all(type == known[0] for type in known):
        return known[0]
    if all(is_integer(type) for type in known):
        widest = known[0]
        for type in known[1:]:
            widest = _wider(widest, type)
        return widest
    scales = [_scale(type) for type in known]
    if None in scales:
        return None
    return decimal(max(scale for scale in scales if scale is not None))


def _scale(type: exp.DataType | None) -> int | None:
    return 0 if is_integer(type) else decimal_scale(type)


def _wider(left: exp.DataType | None, right: exp.DataType | None) -> exp.DataType:
    assert left is not None
    assert right is not None
    return build(_BY_RANK[max(INTEGERS[left.this], INTEGERS[right.this])])
