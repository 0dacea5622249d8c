-- 24 a product of ROLLUP and CUBE beside a plain key, duplicate sets, and GROUPING_ID
-- tables
CREATE TABLE t (a INT, b INT, c INT, x INT);
INSERT INTO t VALUES (1, 1, 1, 1), (1, 2, NULL, 2), (2, 1, 1, 4);
-- view: incremental
SELECT a, b, c, GROUPING_ID(a, b, c) AS id, SUM(x) AS s FROM t GROUP BY a, ROLLUP (b), CUBE (c);
-- view twice: incremental
SELECT a, COUNT(*) AS n FROM t GROUP BY GROUPING SETS ((a), (a), ());
-- cycle
INSERT INTO t VALUES (3, NULL, NULL, 8), (1, 1, 2, 16);
-- cycle
DELETE FROM t WHERE a = 1;
-- cycle
UPDATE t SET a = 1, x = NULL WHERE a = 3;
-- cycle
DELETE FROM t;
