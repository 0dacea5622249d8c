-- 19 HAVING that names an alias of the SELECT list
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 3), (NULL, 9);
-- view: incremental
SELECT g, COUNT(*) AS n, SUM(x) AS total FROM t GROUP BY g HAVING n > 1 OR total > 8;
-- cycle
INSERT INTO t VALUES (2, NULL), (3, 8);
-- cycle
DELETE FROM t WHERE x = 1;
UPDATE t SET x = 9 WHERE x = 8;
-- cycle
UPDATE t SET g = 1;
