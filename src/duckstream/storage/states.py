"""The states of aggregates: what is kept per group so that a change can be applied to it.

| state | kept as | new value |
|---|---|---|
| tally | COUNT(x) | old + weighted count of the change |
| total | SUM(x) of an exact type, beside its tally | old + weighted sum; NULL when the tally is 0 |
| mean | AVG(x), beside its total and tally | total / tally, as the engine divides |
| extreme | MIN(x), MAX(x) | the better of old and inserted, unless the old one was deleted |
| recomputed | any other | the group is computed again |

A group that has to be computed again is computed by the engine's own functions, so that the result
has exactly their type and value.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum

from sqlglot import exp

from duckstream.algebra import Call, Column, Ids
from duckstream.bind.types import DType, build, sum_type
from duckstream.lower import Dialect
from duckstream.storage.shape import Shape

_LEANING = {"COUNT": 0, "SUM": 1}


class Kind(Enum):
    TALLY = "tally"
    TOTAL = "total"
    MEAN = "mean"
    EXTREME = "extreme"
    RECOMPUTED = "recomputed"


@dataclass(frozen=True)
class State:
    """One state: the call that computes it from scratch, and the states it leans on."""

    kind: Kind
    call: Call
    tally: Column | None = None
    total: Column | None = None

    @property
    def column(self) -> Column:
        return self.call.column

    @property
    def type(self) -> exp.DataType | None:
        """The type of what is aggregated."""
        return self.call.argument.type if self.call.argument else None


@dataclass
class StateSet:
    """Collects the states of a shape; what two calls have in common is kept once."""

    ids: Ids
    dialect: Dialect
    states: list[State] = field(default_factory=list)

    def add(self, call: Call) -> None:
        if call.distinct or call.written is not None:
            self.states.append(State(Kind.RECOMPUTED, call))
        elif call.function == "COUNT":
            self.states.append(State(Kind.TALLY, call))
        elif call.function in ("MIN", "MAX"):
            self.states.append(State(Kind.EXTREME, call))
        elif not self._is_additive(call):
            self.states.append(State(Kind.RECOMPUTED, call))
        elif call.function == "SUM":
            self.states.append(State(Kind.TOTAL, call, tally=self._helper(call, "COUNT")))
        else:
            tally, total = self._helper(call, "COUNT"), self._helper(call, "SUM")
            self.states.append(State(Kind.MEAN, call, tally=tally, total=total))

    def _is_additive(self, call: Call) -> bool:
        """Can the call be kept as an exact sum?"""
        return self.dialect.adds(call.function, call.argument.type if call.argument else None)

    def _helper(self, call: Call, function: str) -> Column:
        """The COUNT or SUM of the same argument, the user's own or a hidden one."""
        for state in self.states:
            same = (state.call.argument, state.call.filter) == (call.argument, call.filter)
            if same and state.call.function == function and not state.call.distinct:
                return state.column
        name = f"{function.lower()}_{len(self.states) + 1}"
        argument = call.argument.type if call.argument else None
        type = sum_type(argument) if function == "SUM" else build(DType.BIGINT)
        helper = Call(self.ids.column(name, type), function, call.argument, filter=call.filter)
        self.add(helper)
        return helper.column


def choose_states(shape: Shape, ids: Ids, dialect: Dialect) -> tuple[State, ...]:
    """The states that keep the calls of a shape. COUNT(*) itself is the count of the group."""
    collected = StateSet(ids, dialect)
    # Calls that others lean on come first, so that they are found instead of made again.
    for call in sorted(shape.calls, key=lambda call: _LEANING.get(call.function, 2)):
        if not is_row_count(call):
            collected.add(call)
    return tuple(collected.states)


def is_row_count(call: Call) -> bool:
    return call.function == "COUNT" and call.argument is None and call.filter is None


def with_argument_types(shape: Shape, types: dict[int, exp.DataType]) -> Shape:
    """The shape with the types that an engine has found for the columns of its input."""

    def typed(column: Column | None) -> Column | None:
        if column is None:
            return None
        return Column(column.id, column.name, types.get(column.id, column.type))

    calls = tuple(
        replace(call, argument=typed(call.argument), filter=typed(call.filter))
        for call in shape.calls
    )
    keys = tuple(Column(k.id, k.name, types.get(k.id, k.type)) for k in shape.keys)
    return Shape(shape.input, keys, calls, shape.copies, shape.above)
