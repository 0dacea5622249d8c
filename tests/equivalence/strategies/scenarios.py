"""Random scenarios: the same thing as a file, so that a failure can be kept as one."""

from hypothesis import strategies as st

from tests.equivalence.scenario import Scenario, Step, View
from tests.equivalence.strategies.changes import cycles
from tests.equivalence.strategies.queries import MOST_LEAVES, views
from tests.equivalence.strategies.query import Source
from tests.equivalence.strategies.tables import tables


@st.composite
def scenarios(draw: st.DrawFn, shape: str, most_views: int = 2) -> Scenario:
    made = draw(tables())
    sources = [table.source for table in made]
    view = draw(views(sources, shape, depth=draw(st.sampled_from([1, 1, 2, 2, 3, 4]))))
    steps: list[Step] = [View("v", view.sql)]
    if most_views > 1 and draw(st.integers(0, 3)) == 3:
        upstream = Source("v", view.columns, cost=MOST_LEAVES // 2)
        above = draw(views([upstream, upstream, *sources], "aggregation", depth=1))
        steps.append(View("above", above.sql))
    steps += draw(st.lists(cycles(sources), min_size=3, max_size=4))
    statements = tuple(statement for table in made for statement in table.statements)
    return Scenario(f"00 random {shape}", statements, tuple(steps))
