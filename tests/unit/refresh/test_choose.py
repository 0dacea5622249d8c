"""Which way to refresh is chosen, and how that is said."""

from datetime import UTC, datetime

import pytest

from duckstream.algebra import Source
from duckstream.compiler import CompiledView
from duckstream.engines.protocol import TableSize
from duckstream.refresh.choose import Choice, Forecast, Sizes, Way
from duckstream.refresh.cost import Rates
from duckstream.refresh.past import samples_of, written_per_change
from duckstream.refresh.record import RefreshRecord
from tests.unit.views import compiled

RATES = Rates(
    fixed=0.03,
    steps=0.004,
    scanned=0.2e-6,
    changed=1.2e-6,
    compared=0.3e-6,
    written=2e-6,
    rebuilt=0.5e-6,
)
SUMS = "SELECT k, SUM(x) AS total FROM r GROUP BY k"
JOINED = "SELECT y, SUM(x) AS total FROM r JOIN s ON r.k = s.k GROUP BY y"
RANKED = "SELECT x, RANK() OVER (ORDER BY x) AS rank FROM r"


def source(name: str) -> Source:
    return Source("dl", "main", name)


def choose(view: CompiledView, rows: int, **changed: int) -> Choice:
    """With tables of so many rows, and so many of them changed."""
    sizes = {s: TableSize(rows, changed.get(s.table, 0)) for s in view.sources}
    return Forecast(view, RATES).choose([source(n) for n in changed], Sizes(sizes, rows // 100))


@pytest.mark.parametrize("sql", [SUMS, JOINED])
def test_a_small_change_is_applied_and_a_large_one_is_not(sql: str) -> None:
    view = compiled(sql)
    assert choose(view, 1_000_000, r=1_000).way is Way.APPLY
    assert choose(view, 1_000_000, r=900_000).way.strategy == "full"


def test_of_a_small_table_the_change_is_applied() -> None:
    """Nothing that anybody would notice is to be gained there."""
    assert choose(compiled(JOINED), 10, r=10, s=10).way is Way.APPLY


def test_what_has_to_be_computed_whole_before_and_after_is_computed_once() -> None:
    assert choose(compiled(RANKED), 1_000_000, r=1).way is Way.COMPARE


def test_the_more_changes_the_longer_it_takes() -> None:
    view = compiled(JOINED)
    seconds = [choose(view, 1_000_000, r=n).seconds[Way.APPLY] for n in (1, 1_000, 100_000)]
    assert seconds == sorted(seconds)
    assert len(set(seconds)) == 3


def test_the_reason_is_given_in_numbers() -> None:
    choice = choose(compiled(JOINED), 1_000_000, r=1_000)
    outcome = choice.outcome([source("r")], 998)
    assert outcome.reason.startswith("changed: r; 998 changes to 1,000,000 rows, predicted 0.")
    assert outcome.reason.endswith("to rebuild")
    assert outcome.predicted_seconds == choice.seconds[Way.APPLY]
    assert outcome.measures["rows of main.s"] == 1_000_000
    choice = choose(compiled(JOINED), 1_000_000, r=900_000)
    reason = choice.outcome([source("r")]).reason
    assert reason.startswith("changed: r; about 900,000 changes to 1,000,000 rows, predicted 0.")
    assert "to apply the change and 0." in reason


def record(strategy: str, changed: float, written: float) -> RefreshRecord:
    measures = {
        "steps": 3,
        "scanned": 5,
        "changed": changed,
        "written": written,
        "rows of main.r": 10,
    }
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return RefreshRecord("v", "1", "refresh", now, "auto", strategy, "", measures=measures)


def test_of_a_way_that_was_not_taken_lately_the_last_refreshes_are_remembered() -> None:
    records = [*[record("incremental", 1, 1)] * 50, record("full", 0, 1)]
    found = samples_of(records)
    assert found[-1].load.changed == 0
    assert len(found) < 20


def test_how_much_is_written_is_learned() -> None:
    assert written_per_change([]) == 1
    assert written_per_change([record("incremental", 10, 5), record("full", 0, 7)]) == 0.5
