"""GROUP BY with ROLLUP, CUBE and GROUPING SETS."""

from collections.abc import Sequence

from hypothesis import strategies as st

from tests.equivalence.strategies.query import Expr, Kind


@st.composite
def grouping_sets(draw: st.DrawFn, keys: Sequence[Expr]) -> tuple[str, ...]:
    """The terms of a GROUP BY of these keys that makes several groupings."""
    texts = [key.sql for key in keys]
    listed = ", ".join(texts)
    match draw(st.sampled_from(["rollup", "cube", "sets", "beside"])):
        case "rollup":
            return (f"ROLLUP ({listed})",)
        case "cube":
            return (f"CUBE ({listed})",)
        case "beside" if len(texts) > 1:
            return (texts[0], f"ROLLUP ({', '.join(texts[1:])})")
        case _:
            sets = draw(
                st.lists(st.lists(st.sampled_from(texts), max_size=2, unique=True), max_size=2)
            )
            written = ", ".join(f"({', '.join(each)})" for each in [texts, *sets])
            return (f"GROUPING SETS ({written})",)


@st.composite
def groupings(draw: st.DrawFn, keys: Sequence[Expr]) -> Expr:
    """Which of these keys a row is not grouped by."""
    asked = draw(st.lists(st.sampled_from(keys), min_size=1, max_size=2, unique=True))
    return Expr(f"GROUPING({', '.join(key.sql for key in asked)})", Kind.INT)
