-- 24 COUNT(DISTINCT): the last and the last but one copy of a value go
-- tables
CREATE TABLE t (id INT, g VARCHAR, x INT);
INSERT INTO t VALUES (1, 'a', 1), (2, 'a', 1), (3, 'a', 2), (4, 'b', NULL), (5, 'b', 3), (6, NULL, 3);
-- view: incremental
SELECT g, COUNT(DISTINCT x) AS d, COUNT(x) AS n, COUNT(*) AS rows_ FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
DELETE FROM t WHERE id IN (2, 5);
-- cycle
INSERT INTO t VALUES (7, 'a', 2), (8, 'a', 9), (9, 'b', 9), (9, 'b', 9);
-- cycle
UPDATE t SET x = 2 WHERE g = 'a';
-- cycle
UPDATE t SET g = 'a';
