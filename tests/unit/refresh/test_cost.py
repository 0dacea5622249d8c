"""What a refresh is predicted to cost, and how that is learned."""

import math
import random

from duckstream.refresh.cost import Load, Rates, Sample, learn

USUAL = Rates(0.03, 0.004, 0.2e-6, 1.2e-6, 0.3e-6, 2e-6, 0.5e-6)
# A slower machine, on which the change is dearer still.
ACTUAL = Rates(0.08, 0.01, 0.5e-6, 5e-6, 0.8e-6, 4e-6, 1e-6)
ANEW = Load(steps=4, scanned=1_000_000, compared=10_000)

CREATED = Load(steps=2, scanned=1_000_000)


def of_a_change(rows: int) -> Load:
    return Load(8, scanned=30_000, changed=rows, written=min(rows, 10_000))


def samples(*loads: Load, noise: float = 0.0) -> list[Sample]:
    chance = random.Random(7)
    return [Sample(load, ACTUAL.predict(load) * math.exp(chance.gauss(0, noise))) for load in loads]


def is_near(predicted: float, actual: float, factor: float) -> bool:
    return 1 / factor < predicted / actual < factor


def test_without_a_past_the_rates_are_the_usual_ones() -> None:
    assert learn(USUAL, []) == USUAL


def test_the_creation_tells_how_fast_the_machine_is() -> None:
    learned = learn(USUAL, samples(CREATED))
    assert is_near(learned.predict(ANEW), ACTUAL.predict(ANEW), 1.2)
    # What was never measured is as much slower as the rest.
    assert learned.changed > 1.5 * USUAL.changed


def test_refreshes_teach_what_a_changed_row_costs() -> None:
    past = samples(CREATED, *map(of_a_change, (100, 1_000, 50_000, 50_000)))
    learned = learn(USUAL, past)
    for rows in (100, 10_000, 100_000):
        load = of_a_change(rows)
        assert is_near(learned.predict(load), ACTUAL.predict(load), 1.3)


def test_small_refreshes_say_nothing_about_rows() -> None:
    learned = learn(USUAL, samples(*[of_a_change(1)] * 8))
    assert is_near(learned.fixed, ACTUAL.fixed, 1.2)
    assert is_near(learned.changed, USUAL.changed, 1.5)


def test_noise_is_averaged() -> None:
    loads = [CREATED, *map(of_a_change, (100, 1_000, 20_000, 50_000) * 2)]
    learned = learn(USUAL, samples(*loads, noise=0.3))
    load = of_a_change(100_000)
    assert is_near(learned.predict(load), ACTUAL.predict(load), 1.5)
    assert is_near(learned.predict(ANEW), ACTUAL.predict(ANEW), 1.5)


def test_one_refresh_that_was_disturbed_changes_little() -> None:
    past = samples(CREATED, *[of_a_change(1_000)] * 4)
    disturbed = Sample(of_a_change(1_000), 30.0)
    load = of_a_change(1_000)
    before = learn(USUAL, past).predict(load)
    assert is_near(learn(USUAL, [disturbed, *past]).predict(load), before, 1.3)


def test_what_one_way_takes_also_teaches_about_the_other() -> None:
    """The machine has become slower since everything was last computed."""
    past = [Sample(CREATED, USUAL.predict(CREATED))]
    large = of_a_change(200_000)
    past += [Sample(large, 4 * USUAL.predict(large))] * 4
    assert learn(USUAL, past).predict(ANEW) > 1.1 * USUAL.predict(ANEW)
