-- 24 ANY_VALUE of what the group has one of: it changes, goes, and is NULL
-- tables
CREATE TABLE t (g INT, name VARCHAR, x INT);
INSERT INTO t VALUES (1, 'one', 1), (1, 'one', 2), (2, 'two', NULL), (3, NULL, 5);
-- view: incremental
SELECT g, ANY_VALUE(name) AS name, SUM(x) AS s FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 'one', 3), (3, 'three', NULL);
-- cycle
DELETE FROM t WHERE x = 2;
UPDATE t SET name = 'TWO' WHERE g = 2;
-- cycle
DELETE FROM t WHERE name = 'three';
-- cycle
UPDATE t SET g = 4, name = 'four';
