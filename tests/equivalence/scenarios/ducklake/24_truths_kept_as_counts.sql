-- 24 COUNT_IF, BOOL_AND, BOOL_OR: of NULLs, with FILTER, in HAVING, and over nothing
-- tables
CREATE TABLE t (k INT, ok BOOLEAN, x INT);
INSERT INTO t VALUES (1, TRUE, 1), (1, NULL, 2), (2, FALSE, 3), (3, NULL, 4), (3, NULL, NULL);
-- view grouped: incremental
SELECT k, BOOL_AND(ok) AS a, BOOL_OR(ok) AS o, COUNT_IF(ok) AS n, COUNT_IF(ok) FILTER (WHERE x > 2) AS f,
    BOOL_AND(x > 1) FILTER (WHERE x < 9) AS af, NOT BOOL_OR(ok) AS no
FROM t GROUP BY k;
-- view whole: incremental
SELECT BOOL_AND(ok) AS a, BOOL_OR(ok OR x > 3) AS o, COUNT_IF(ok) AS n FROM t;
-- view some: incremental
SELECT k FROM t GROUP BY k HAVING BOOL_OR(ok) AND COUNT_IF(x > 1) > 0;
-- cycle
INSERT INTO t VALUES (2, TRUE, 10), (1, FALSE, 5), (3, TRUE, 7);
-- cycle: some unchanged
DELETE FROM t WHERE ok = FALSE;
-- cycle
UPDATE t SET ok = NULL WHERE ok;
-- cycle: some unchanged
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (1, FALSE, NULL), (4, TRUE, 2);
