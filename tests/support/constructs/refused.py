"""What has no rule. The error says why, and what to write instead."""

from tests.support.construct import Refused

REFUSED = (
    Refused(
        "ASOF JOIN",
        "SELECT x FROM r ASOF JOIN s ON r.k = s.k AND x >= y",
        code="ASOF_JOIN",
        only="duckdb",
    ),
    Refused(
        "POSITIONAL JOIN",
        "SELECT x, y FROM r POSITIONAL JOIN s",
        code="POSITIONAL_JOIN",
        only="duckdb",
    ),
    Refused("TABLESAMPLE, USING SAMPLE", "SELECT x FROM r TABLESAMPLE (10 PERCENT)", code="SAMPLE"),
    Refused(
        "random values",
        "SELECT random() AS n FROM r",
        code="VOLATILE",
        spark="SELECT rand() AS n FROM r",
    ),
    Refused("the time of the query", "SELECT current_date AS today FROM r", code="VOLATILE"),
    Refused("the session", "SELECT current_user AS me FROM r", code="VOLATILE"),
    Refused("sequences", "SELECT nextval('n') AS n FROM r", code="VOLATILE", only="duckdb"),
    Refused(
        "numbers of rows in files",
        "SELECT monotonically_increasing_id() AS n FROM r",
        code="VOLATILE",
        only="spark",
    ),
    Refused(
        "a fixed version",
        "SELECT x FROM r AT (VERSION => 3)",
        code="TIME_TRAVEL",
        spark="SELECT x FROM r VERSION AS OF 3",
    ),
    Refused(
        "parameters",
        "SELECT x FROM r WHERE k = $k",
        code="PARAMETER",
        spark="SELECT x FROM r WHERE k = :k",
    ),
    Refused(
        "ARRAY(SELECT ...)",
        "SELECT ARRAY(SELECT y FROM s) AS ys FROM r",
        code="SUBQUERY",
        only="duckdb",
    ),
    Refused(
        "files and other table functions",
        "SELECT * FROM read_csv('x.csv')",
        code="TABLE_FUNCTION",
        only="duckdb",
    ),
    Refused("PIVOT without a list", "PIVOT s ON k USING SUM(y)", code="PIVOT", only="duckdb"),
    Refused(
        "LIMIT of percent, WITH TIES",
        "SELECT x FROM r LIMIT 10%",
        code="LIMIT_PERCENT",
        only="duckdb",
    ),
    Refused(
        "LIMIT of a subquery",
        "SELECT x FROM r LIMIT (SELECT 3)",
        code="LIMIT_EXPRESSION",
        only="duckdb",
    ),
    Refused("COLUMNS(...)", "SELECT COLUMNS('k.*') FROM r", code="COLUMNS", only="duckdb"),
    Refused("a whole row as a value", "SELECT r FROM r", code="ROW_AS_VALUE", only="duckdb"),
    Refused("FOR UPDATE", "SELECT x FROM r FOR UPDATE", code="LOCK", only="duckdb"),
)
