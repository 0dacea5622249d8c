-- 23 aggregates of constants, and constants beside aggregates
-- tables
CREATE TABLE t (g INT);
INSERT INTO t VALUES (1), (1), (2), (NULL);
-- view: incremental
SELECT g, SUM(1) AS ones, COUNT(1) AS n, COUNT(NULL) AS zero, MAX('x') AS x, 5 AS five, SUM(2.5) AS halves FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1), (3);
-- cycle
DELETE FROM t WHERE g = 1;
-- cycle
UPDATE t SET g = 2;
