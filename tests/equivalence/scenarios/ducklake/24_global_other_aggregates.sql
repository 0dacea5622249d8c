-- 24 other aggregates without GROUP BY over no rows and back, beside SUM and COUNT
-- tables
CREATE TABLE t (x INT, ok BOOLEAN);
INSERT INTO t VALUES (1, TRUE), (2, NULL);
-- view: incremental
SELECT COUNT(*) AS n, SUM(x) AS s, BOOL_AND(ok) AS a, LIST(x ORDER BY x) AS l, MEDIAN(x) AS m, ARG_MAX(x, x) AS top, BIT_XOR(x) AS b, STRING_AGG(CAST(x AS VARCHAR), ',' ORDER BY x) AS t, APPROX_COUNT_DISTINCT(x) AS d FROM t;
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (NULL, NULL);
-- cycle
INSERT INTO t VALUES (4, FALSE), (4, TRUE);
-- cycle
UPDATE t SET x = 0 WHERE x IS NULL;
DELETE FROM t WHERE ok;
