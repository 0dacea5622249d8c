-- 23 SUM and other aggregates of booleans
-- tables
CREATE TABLE t (g INTEGER, b BOOLEAN, x INTEGER);
INSERT INTO t VALUES (1, TRUE, 1), (1, FALSE, 2), (1, TRUE, 3), (2, NULL, 4);
-- view: incremental
SELECT g, SUM(b) AS s, SUM(x > 2) AS big, COUNT(b) AS n, MAX(b) AS any_, MIN(b) AS all_, SUM(b::INTEGER * x) AS sx FROM t GROUP BY g;
-- cycle
UPDATE t SET b = NOT b;
-- cycle
INSERT INTO t VALUES (2, TRUE, NULL), (3, FALSE, 0);
-- cycle
DELETE FROM t WHERE b;
-- cycle
UPDATE t SET b = NULL, x = 3;
