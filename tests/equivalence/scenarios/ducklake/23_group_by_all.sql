-- 23 GROUP BY ALL, ORDER BY ALL
-- tables
CREATE TABLE t (a INTEGER, b VARCHAR, x INTEGER);
INSERT INTO t VALUES (1, 'p', 1), (1, 'p', 2), (2, NULL, 4), (NULL, 'p', 8);
-- view: incremental
SELECT a + 1 AS a1, upper(b) AS b, SUM(x) AS s, COUNT(*) AS n FROM t GROUP BY ALL ORDER BY ALL;
-- cycle
INSERT INTO t VALUES (1, 'P', 16), (2, 'q', 32);
-- cycle
UPDATE t SET b = NULL WHERE a = 1;
-- cycle
DELETE FROM t WHERE b IS NULL;
INSERT INTO t VALUES (NULL, 'p', NULL);
