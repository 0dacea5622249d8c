"""What a window function gives for each row of a partition.

Rows that the order leaves equal come in the order in which they are given, which is any.
"""

from collections.abc import Callable, Mapping

from sqlglot import exp

from tests.unit.expressions import Row, Value, value


def window_values(over: exp.Window, rows: list[Row]) -> list[Value]:
    """The value of the call for each of the rows of one partition, in their order."""
    places = list(range(len(rows)))
    order = over.args.get("order")
    terms = order.expressions if order is not None else []
    for term in reversed(terms):
        places.sort(
            key=lambda place: _sort_key(term, rows[place]), reverse=bool(term.args.get("desc"))
        )
    window = _Window(over, [rows[place] for place in places], terms)
    values = {place: window.at(position) for position, place in enumerate(places)}
    return [values[place] for place in range(len(rows))]


def _sort_key(term: exp.Ordered, row: Row) -> tuple[bool, Value]:
    found = value(term.this, row)
    # Descending, all of it is reversed: also where the NULLs are.
    nulls_last = bool(term.args.get("nulls_first")) == bool(term.args.get("desc"))
    return ((found is None) == nulls_last, 0 if found is None else found)


class _Window:
    def __init__(self, over: exp.Window, rows: list[Row], terms: list[exp.Expr]) -> None:
        self.rows = rows
        self.keys = [tuple(value(term.this, row) for term in terms) for row in rows]
        self.spec = over.args.get("spec")
        self.ordered = bool(terms)
        call = over.this
        self.ignore_nulls = isinstance(call, exp.IgnoreNulls)
        if isinstance(call, (exp.IgnoreNulls, exp.RespectNulls)):
            call = call.this
        self.filter = call.expression.this if isinstance(call, exp.Filter) else None
        self.call = call.this if isinstance(call, exp.Filter) else call

    def at(self, place: int) -> Value:
        by_place = BY_PLACE.get(type(self.call))
        if by_place is not None:
            return by_place(self, place)
        frame = [row for row in self._frame(place) if self._counts(row)]
        if isinstance(self.call.this, exp.Star):
            return len(frame)
        values = [value(self.call.this, row) for row in frame]
        if type(self.call) in PICKED:
            if self.ignore_nulls:
                values = [v for v in values if v is not None]
            return values[PICKED[type(self.call)]] if values else None
        values = [v for v in values if v is not None]
        if isinstance(self.call, exp.Count):
            return len(values)
        return AGGREGATES[type(self.call)](values) if values else None

    def peers(self, place: int) -> list[int]:
        return [i for i, key in enumerate(self.keys) if key == self.keys[place]]

    def shifted(self, place: int, sign: int) -> Value:
        offset = self.call.args.get("offset")
        steps = 1 if offset is None else value(offset, self.rows[place])
        target = place + sign * steps
        if 0 <= target < len(self.rows):
            return value(self.call.this, self.rows[target])
        default = self.call.args.get("default")
        return None if default is None else value(default, self.rows[place])

    def _counts(self, row: Row) -> bool:
        return self.filter is None or value(self.filter, row) is True

    def _frame(self, place: int) -> list[Row]:
        last = len(self.rows) - 1
        spec = self.spec
        if spec is None:
            return self.rows[: (self.peers(place)[-1] if self.ordered else last) + 1]
        by_rows = spec.args["kind"] == "ROWS"
        peers = [place] if by_rows else self.peers(place)

        def bound(name: str, current: int) -> int:
            limit, side = spec.args.get(name), spec.args.get(f"{name}_side")
            if limit is None or limit == "CURRENT ROW":
                return current
            if limit == "UNBOUNDED":
                return 0 if side == "PRECEDING" else last
            assert by_rows, "of RANGE only UNBOUNDED and CURRENT ROW are known here"
            return place + value(limit, {}) * (-1 if side == "PRECEDING" else 1)

        first, end = bound("start", peers[0]), bound("end", peers[-1])
        return self.rows[max(first, 0) : max(end + 1, 0)]


BY_PLACE: Mapping[type[exp.Expr], Callable[[_Window, int], Value]] = {
    exp.RowNumber: lambda window, place: place + 1,
    exp.Rank: lambda window, place: window.peers(place)[0] + 1,
    exp.DenseRank: lambda window, place: len(set(window.keys[: place + 1])),
    exp.Lag: lambda window, place: window.shifted(place, -1),
    exp.Lead: lambda window, place: window.shifted(place, 1),
}
PICKED: Mapping[type[exp.Expr], int] = {exp.FirstValue: 0, exp.LastValue: -1}
AGGREGATES: Mapping[type[exp.Expr], Callable[[list[Value]], Value]] = {
    exp.Sum: sum,
    exp.Min: min,
    exp.Max: max,
}
