-- 16 a group emptied in one refresh and refilled in the next, twice
-- tables
CREATE TABLE t (g INT, h VARCHAR, x INT);
INSERT INTO t VALUES (1, 'p', 10), (1, 'p', 20), (2, NULL, 5);
-- view: incremental
SELECT g, h, SUM(x) AS s, COUNT(x) AS n, MAX(x) AS hi FROM t GROUP BY g, h;
-- cycle
DELETE FROM t WHERE g = 1;
-- cycle
INSERT INTO t VALUES (1, 'p', NULL);
-- cycle
DELETE FROM t WHERE g = 1 OR g = 2;
-- cycle
INSERT INTO t VALUES (1, 'p', 30), (2, NULL, -5), (2, NULL, -5);
