-- 24 APPROX_COUNT_DISTINCT of few values, and ANY_VALUE of what the group has one of
-- tables
CREATE TABLE t (g INT, name VARCHAR, x INT);
INSERT INTO t VALUES (1, 'one', 1), (1, 'one', 1), (1, 'one', 2), (2, 'two', NULL), (3, NULL, 5);
-- view: incremental
SELECT g, ANY_VALUE(name) AS name, APPROX_COUNT_DISTINCT(x) AS n, SUM(x) AS s FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 'one', 3), (2, 'two', 7);
-- cycle
DELETE FROM t WHERE x = 2;
UPDATE t SET name = 'TWO' WHERE g = 2;
-- cycle
DELETE FROM t WHERE g = 1;
-- cycle
UPDATE t SET name = 'three', x = NULL WHERE g = 3;
