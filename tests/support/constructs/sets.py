"""Set operations."""

from tests.support.construct import Construct, Section

SECTION = Section(
    "UNION, INTERSECT, EXCEPT",
    (
        Construct("UNION ALL", "SELECT k FROM r UNION ALL SELECT k FROM s", ("25_union_all*",)),
        Construct("UNION", "SELECT k FROM r UNION SELECT k FROM s", ("26_union_crossing*",)),
        Construct(
            "UNION [ALL] BY NAME",
            "SELECT k, x FROM r UNION ALL BY NAME SELECT y, k FROM s",
            ("26_union_by_name",),
            only="duckdb",
        ),
        Construct("INTERSECT", "SELECT k FROM r INTERSECT SELECT k FROM s", ("26_intersect_and*",)),
        Construct(
            "EXCEPT", "SELECT k FROM r EXCEPT SELECT k FROM s", ("26_intersect_and*", "26_except*")
        ),
        Construct(
            "INTERSECT ALL", "SELECT k FROM r INTERSECT ALL SELECT k FROM s", ("26_intersect_all*",)
        ),
        Construct(
            "EXCEPT ALL", "SELECT k FROM r EXCEPT ALL SELECT k FROM s", ("26_intersect_all*",)
        ),
        Construct(
            "one inside the other",
            "SELECT k FROM r EXCEPT (SELECT k FROM s UNION SELECT a FROM edge)",
            ("26_nested*",),
        ),
        Construct(
            "joined, in subqueries",
            "SELECT x FROM r JOIN (SELECT k FROM s UNION SELECT a FROM edge) AS q ON r.k = q.k",
            ("26_set_operation_joined*",),
        ),
    ),
)
