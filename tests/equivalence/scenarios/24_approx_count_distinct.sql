-- 24 APPROX_COUNT_DISTINCT of few values: they come and go, and NULLs do not count
-- tables
CREATE TABLE t (g INT, name VARCHAR, x INT);
INSERT INTO t VALUES (1, 'one', 1), (1, 'one', 1), (1, 'one', 2), (2, 'two', NULL), (3, NULL, 5);
-- view: incremental
SELECT g, MAX(name) AS name, APPROX_COUNT_DISTINCT(x) AS n, SUM(x) AS s FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 'one', 3), (2, 'two', 7);
-- cycle
DELETE FROM t WHERE x = 2;
UPDATE t SET name = 'TWO' WHERE g = 2;
-- cycle
DELETE FROM t WHERE g = 1;
-- cycle
UPDATE t SET name = 'three', x = NULL WHERE g = 3;
