"""What a refresh costs, in seconds, from the steps that it takes and the rows of each.

    seconds = fixed + rate of a step × steps + rate of each kind of work × its rows

The rates begin with those that are usual for the engine. Every refresh that is on record, and first
of all the creation of the view, tells how far these are off: each part takes its share of the
blame, as large as its share of the predicted seconds. All ways to refresh share their rates. So
what one of them takes also teaches about the others: a slow machine is slow for all, and a way that
was not taken for long is not thought of as it once was.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields

# How far one refresh may be off by chance, as the logarithm of a factor.
_CHANCE = 0.25
# What is adjusted: the parts of a prediction that it moves, and how far it may be from the usual.
# First what is the same for any number of rows, then the rate of a step among that; then the speed
# with rows of any kind, then the rate of each kind.
_KINDS = (2, 3, 4, 5, 6)
_KNOBS: tuple[tuple[tuple[int, ...], float], ...] = (
    ((0, 1), 1.0),
    ((1,), 0.5),
    (_KINDS, 1.0),
    *(((part,), 0.5) for part in _KINDS),
)
_ROUNDS = 12


@dataclass(frozen=True)
class Load:
    """How much there is of each kind of work: in rows, but for the steps."""

    # Statements, and tables that these scan: each takes its time however few rows there are.
    steps: float = 0
    # Read of the tables in their old or new state, and brought through the query.
    scanned: float = 0
    # Of the change of the tables: found, netted, and brought through the query.
    changed: float = 0
    # Stored, and compared with what was computed anew.
    compared: float = 0
    # Written to the stored table, in the place of the rows that these groups had.
    written: float = 0
    # Written in the place of everything.
    rebuilt: float = 0

    def as_measures(self) -> dict[str, float]:
        return asdict(self)

    @classmethod
    def from_measures(cls, measures: Mapping[str, float]) -> Load:
        """
        >>> Load.from_measures({"scanned": 10, "rows of main.orders": 10})
        Load(steps=0, scanned=10, changed=0, compared=0, written=0, rebuilt=0)
        """
        return cls(**{f.name: measures[f.name] for f in fields(cls) if f.name in measures})


@dataclass(frozen=True)
class Rates:
    """Seconds: those that every refresh takes, per step, and per row of each kind of work."""

    fixed: float
    steps: float
    scanned: float
    changed: float
    compared: float
    written: float
    rebuilt: float

    def parts(self, load: Load) -> list[float]:
        """The seconds for each part of the work, the fixed ones first."""
        fixed, *rates = astuple(self)
        return [fixed, *(rate * rows for rate, rows in zip(rates, astuple(load), strict=True))]

    def predict(self, load: Load) -> float:
        return sum(self.parts(load))


@dataclass(frozen=True)
class Sample:
    """A refresh that was: its work, and the seconds that it took."""

    load: Load
    seconds: float


def learn(usual: Rates, samples: Sequence[Sample]) -> Rates:
    """The rates that fit what was measured, and are as near to the usual ones as that allows.

    >>> usual = Rates(1.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1)
    >>> learned = learn(usual, [Sample(Load(scanned=1000), 10.0)])
    >>> 9 < learned.predict(Load(scanned=1000)) < 15
    True
    >>> learned.changed < usual.changed
    True
    """
    parts = [usual.parts(sample.load) for sample in samples]
    turned = [0.0] * len(_KNOBS)
    for _ in range(_ROUNDS if samples else 0):
        for number, (moved, spread) in enumerate(_KNOBS):
            weight = (_CHANCE / spread) ** 2
            push, total = -weight * turned[number], weight
            factors = _factors(turned)
            for sample, usually in zip(samples, parts, strict=True):
                now = [part * factor for part, factor in zip(usually, factors, strict=True)]
                predicted = sum(now)
                wrong = math.log(max(sample.seconds, 1e-6) / predicted)
                # What is far off is likely to have been disturbed: it counts less.
                trust = 1 / (1 + (wrong / (2 * _CHANCE)) ** 2)
                share = sum(now[part] for part in moved) / predicted
                push += trust * share * wrong
                total += trust * share**2
            turned[number] += push / total
    return Rates(*map(operator.mul, astuple(usual), _factors(turned)))


def _factors(turned: Sequence[float]) -> list[float]:
    """How many times the usual each part takes."""
    sums = [0.0] * len(fields(Rates))
    for (moved, _), by in zip(_KNOBS, turned, strict=True):
        for part in moved:
            sums[part] += by
    return [math.exp(each) for each in sums]
