"""SQL beyond plain selections, joins and sums: it is planned, with its features named."""

import pytest

from duckstream import compile_ivm
from tests.unit.views import TABLES

VIEWS = {
    "outer_join": [
        "SELECT x FROM r LEFT JOIN s ON r.k = s.k",
        "SELECT x FROM r RIGHT JOIN s ON r.k = s.k",
        "SELECT x FROM r FULL OUTER JOIN s ON r.k = s.k",
        "SELECT x FROM r NATURAL LEFT JOIN s",
        "SELECT x FROM r LEFT JOIN s ON x > y",
        "SELECT x FROM r LEFT JOIN s ON r.k = s.k AND EXISTS (SELECT 1 FROM t WHERE z = y)",
        "SELECT x FROM r FULL JOIN s ON r.k = s.k AND x IN (SELECT z FROM t WHERE z > y)",
        "SELECT x FROM r LEFT JOIN LATERAL (SELECT y FROM s WHERE s.k = r.k) AS q ON TRUE",
    ],
    "semi_join": [
        "SELECT x FROM r SEMI JOIN s ON r.k = s.k",
        "SELECT x FROM r ANTI JOIN s ON r.k = s.k",
        "SELECT x FROM r SEMI JOIN s USING (k)",
        "SELECT x FROM r WHERE k IN (SELECT k FROM s)",
        "SELECT x FROM r WHERE k NOT IN (SELECT k FROM s)",
        "SELECT x FROM r WHERE (k, x) IN (SELECT k, y FROM s)",
        "SELECT x FROM r WHERE EXISTS (SELECT 1 FROM s)",
        "SELECT x FROM r WHERE NOT EXISTS (SELECT 1 FROM s WHERE s.k = r.k)",
        "SELECT x FROM r WHERE x = ANY (SELECT y FROM s)",
        "SELECT x FROM r WHERE x > ALL (SELECT y FROM s WHERE s.k = r.k)",
        "SELECT k FROM r GROUP BY k HAVING k IN (SELECT k FROM s)",
    ],
    "subquery": [
        "SELECT x FROM r WHERE x = (SELECT MAX(y) FROM s)",
        "SELECT x FROM r WHERE x = (SELECT y FROM s WHERE s.k = r.k)",
        "SELECT x, (SELECT MAX(y) FROM s) FROM r",
        "SELECT CASE WHEN EXISTS (SELECT 1) THEN 1 END FROM r",
        "SELECT x, k IN (SELECT k FROM s) FROM r",
        "SELECT x FROM r WHERE k IN (SELECT k FROM s) OR x > ALL (SELECT y FROM s)",
        "SELECT SUM((SELECT 1)) FROM r",
        "SELECT k FROM r GROUP BY k HAVING COUNT(*) > (SELECT 1)",
        "SELECT k FROM r GROUP BY k, (SELECT 1)",
        "SELECT x FROM r ORDER BY (SELECT 1)",
        "SELECT x FROM r JOIN s ON r.k = (SELECT 1)",
    ],
    "join": [
        "SELECT x FROM r, LATERAL (SELECT y FROM s WHERE s.k = r.k) AS l",
        "SELECT x FROM r JOIN LATERAL (SELECT 1) AS l ON TRUE",
    ],
    "window": [
        "SELECT ROW_NUMBER() OVER (ORDER BY x) FROM r",
        "SELECT SUM(x) OVER (PARTITION BY k) FROM r",
        "SELECT SUM(x) OVER w FROM r WINDOW w AS (PARTITION BY k)",
        "SELECT SUM(x) OVER (w ORDER BY x) FROM r WINDOW w AS (PARTITION BY k)",
        "SELECT x FROM r QUALIFY ROW_NUMBER() OVER (ORDER BY x) = 1",
        "SELECT k, RANK() OVER (ORDER BY SUM(x)) FROM r GROUP BY k",
        "SELECT SUM(x) FILTER (WHERE x > 1) OVER (ORDER BY k) FROM r",
        "SELECT AVG(x) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) FROM r",
    ],
    "unnest": [
        "SELECT * FROM sales, UNNEST(tags)",
        "SELECT id, UNNEST(tags) FROM sales",
        "SELECT generate_subscripts(tags, 1) FROM sales",
        "SELECT regexp_split_to_table(note, ',') FROM sales",
        "SELECT * FROM range(3)",
        "SELECT * FROM generate_series(1, 3) AS g(i)",
    ],
    "values": ["SELECT * FROM (VALUES (1), (2)) AS v(a)"],
    "grouping_sets": [
        "SELECT k, SUM(x) FROM r GROUP BY ROLLUP (k)",
        "SELECT k, SUM(x) FROM r GROUP BY CUBE (k)",
        "SELECT k, SUM(x) FROM r GROUP BY GROUPING SETS ((k), ())",
        "SELECT k, x, GROUPING(k, x) FROM r GROUP BY ROLLUP (k), CUBE (x)",
    ],
    "union": [
        "SELECT k FROM r UNION SELECT k FROM s",
        "SELECT k FROM r UNION BY NAME SELECT y FROM s",
    ],
    "union_all": ["SELECT k FROM r UNION ALL BY NAME SELECT k FROM s"],
    "intersect": [
        "SELECT k FROM r INTERSECT SELECT k FROM s",
        "SELECT k FROM r INTERSECT ALL SELECT k FROM s",
    ],
    "except": [
        "SELECT k FROM r EXCEPT SELECT k FROM s",
        "SELECT k FROM r EXCEPT ALL SELECT k FROM s",
        "SELECT * FROM (SELECT k FROM r EXCEPT SELECT k FROM s)",
    ],
    "recursive": [
        "WITH RECURSIVE c AS (SELECT 1 n UNION ALL SELECT n + 1 FROM c WHERE n < 3) FROM c",
        "WITH RECURSIVE c AS (SELECT k, x FROM r UNION SELECT c.k, y FROM c JOIN s ON c.x = s.k) "
        "SELECT k, COUNT(*) FROM c GROUP BY k",
    ],
}

# They are windows, too, but nobody has asked for one.
FIRST_ROWS = [
    "SELECT DISTINCT ON (k) k, x FROM r",
    "SELECT DISTINCT ON (k) k, x FROM r ORDER BY k, x DESC",
    "SELECT x FROM (SELECT x FROM r LIMIT 3)",
    "SELECT x FROM (SELECT x FROM r ORDER BY k OFFSET 3)",
    "WITH c AS (SELECT x FROM r LIMIT 3) SELECT x FROM c",
    "SELECT x FROM r UNION ALL (SELECT y FROM s LIMIT 3)",
    "(SELECT x FROM r LIMIT 3) ORDER BY x",
]

OTHERS = [
    "SELECT COUNT(*) OVER () FROM r",
    "VALUES (1)",
    "SELECT * FROM r PIVOT (SUM(x) FOR k IN (1, 2))",
    "SELECT * FROM r UNPIVOT (v FOR n IN (k, x))",
]

AGGREGATES = [
    "median(id)",
    "mode(id)",
    "product(id)",
    "stddev(id)",
    "stddev_pop(id)",
    "variance(id)",
    "var_pop(id)",
    "bool_and(id > 1)",
    "bool_or(id > 1)",
    "every(id > 1)",
    "bit_and(id)",
    "bit_or(id)",
    "bit_xor(id)",
    "bitstring_agg(id)",
    "string_agg(note, ';')",
    "group_concat(note)",
    "listagg(note, ';')",
    "list(id)",
    "array_agg(id ORDER BY day)",
    "json_group_array(id)",
    "first(id)",
    "last(id)",
    "any_value(id)",
    "arbitrary(id)",
    "arg_max(id, day)",
    "arg_min(id, day)",
    "max_by(id, day)",
    "min_by(id, day)",
    "max(id, 2)",
    "min(id, 2)",
    "histogram(id)",
    "entropy(id)",
    "kurtosis(id)",
    "skewness(id)",
    "mad(id)",
    "sem(id)",
    "geomean(id)",
    "quantile(id, 0.5)",
    "quantile_cont(id, 0.5)",
    "quantile_disc(id, 0.5)",
    "approx_quantile(id, 0.5)",
    "percentile_cont(0.5) WITHIN GROUP (ORDER BY id)",
    "approx_count_distinct(id)",
    "approx_top_k(id, 3)",
    "corr(id, weight)",
    "covar_pop(id, weight)",
    "covar_samp(id, weight)",
    "regr_slope(id, weight)",
    "count_if(id > 1)",
    "countif(id > 1)",
    "fsum(weight)",
    "favg(weight)",
    "kahan_sum(weight)",
    "wavg(id, weight)",
    "weighted_avg(id, weight)",
    "arg_max_nulls_last(id, day)",
    "arg_min_nulls_last(id, day)",
    "sumkahan(weight)",
    "count(id, day)",
    "count(DISTINCT id, day)",
    "sum(id ORDER BY day)",
    "sum(DISTINCT id ORDER BY day)",
]


@pytest.mark.parametrize(
    ("feature", "sql"), [(feature, sql) for feature, texts in VIEWS.items() for sql in texts]
)
def test_it_is_planned(feature: str, sql: str) -> None:
    plan = compile_ivm(sql, schema=TABLES)
    assert plan.strategy == "incremental"
    assert feature in plan.features


@pytest.mark.parametrize("sql", [*FIRST_ROWS, *OTHERS])
def test_it_is_planned_as_well(sql: str) -> None:
    assert compile_ivm(sql, schema=TABLES).strategy == "incremental"


@pytest.mark.parametrize("clause", ["SELECT {}", "SELECT id GROUP BY id HAVING {} IS NULL"])
@pytest.mark.parametrize("call", AGGREGATES)
def test_any_aggregate_is_planned(call: str, clause: str) -> None:
    plan = compile_ivm(f"FROM sales {clause.format(call)}", schema=TABLES)
    assert "aggregate" in plan.features
