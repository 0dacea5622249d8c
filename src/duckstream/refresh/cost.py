"""What a refresh costs, in seconds, from the rows that it has to go through.

    seconds = fixed + rate of each kind of work × its rows

The rates begin with those that are usual for the engine. Every refresh that is on record, and first
of all the creation of the view, tells how far these are off: each part takes its share of the
blame, as large as its share of the predicted seconds. Both ways to refresh share their rates. So
what one of them takes also teaches about the other: a slow machine is slow for both, and a way that
was not taken for long is not thought of as it once was.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, astuple, dataclass, fields

# How far, as a factor's logarithm, we expect one refresh to be off by chance; a rate from the speed
# of the machine with rows; and this speed, and the fixed seconds, from what is usual.
_CHANCE, _OWN, _USUAL = 0.25, 0.5, 1.5
_ROUNDS = 12


@dataclass(frozen=True)
class Load:
    """The rows of each kind of work."""

    # Read of the tables in their old or new state, and brought through the query.
    scanned: float = 0
    # Of the change of the tables: found, netted, and brought through the query.
    changed: float = 0
    # Stored, and compared with what was computed anew.
    compared: float = 0
    # Written to the stored table.
    written: float = 0

    def as_measures(self) -> dict[str, float]:
        return asdict(self)

    @classmethod
    def from_measures(cls, measures: Mapping[str, float]) -> Load:
        """
        >>> Load.from_measures({"scanned": 10, "rows of main.orders": 10})
        Load(scanned=10, changed=0, compared=0, written=0)
        """
        return cls(**{f.name: measures[f.name] for f in fields(cls) if f.name in measures})


@dataclass(frozen=True)
class Rates:
    """Seconds: those that every refresh takes, and per row of each kind of work."""

    fixed: float
    scanned: float
    changed: float
    compared: float
    written: float

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

    >>> usual = Rates(1.0, 0.1, 0.1, 0.1, 0.1)
    >>> learned = learn(usual, [Sample(Load(scanned=1000), 10.0)])
    >>> 9 < learned.predict(Load(scanned=1000)) < 15
    True
    >>> learned.changed < usual.changed
    True
    """
    own = (_CHANCE / _OWN) ** 2
    known = (_CHANCE / _USUAL) ** 2
    # Logarithms of the factors by which the rates differ from the usual; of all rates per row that
    # is also the speed of the machine with rows, which they have in common.
    off = [0.0] * len(fields(Rates))
    speed = 0.0
    parts = [usual.parts(sample.load) for sample in samples]
    for _ in range(_ROUNDS if samples else 0):
        for number in range(len(off)):
            pull, weight = (0.0, known) if number == 0 else (speed, own)
            push, total = weight * (pull - off[number]), weight
            for sample, usually in zip(samples, parts, strict=True):
                now = [part * math.exp(o) for part, o in zip(usually, off, strict=True)]
                predicted = sum(now)
                wrong = math.log(max(sample.seconds, 1e-6) / predicted)
                # What is far off is likely to have been disturbed: it counts less.
                trust = 1 / (1 + (wrong / (2 * _CHANCE)) ** 2)
                share = now[number] / predicted
                push += trust * share * wrong
                total += trust * share**2
            off[number] += push / total
        speed = own * sum(off[1:]) / (known + own * len(off[1:]))
    return Rates(*(rate * math.exp(o) for rate, o in zip(astuple(usual), off, strict=True)))
