-- 31 VALUES in FROM, outer-joined from either side, and as the set of IN
-- tables
CREATE TABLE t (k INT, x INT);
INSERT INTO t VALUES (1, 10), (1, 11), (3, 30), (NULL, 5);
-- view kept: incremental
SELECT v.name, t.x FROM (VALUES (1, 'one'), (2, 'two'), (NULL, 'none')) AS v(k, name) LEFT JOIN t ON t.k = v.k;
-- view counted: incremental
SELECT v.name, COUNT(t.x) AS n, SUM(t.x) AS s FROM (VALUES (1, 'one'), (2, 'two')) AS v(k, name) LEFT JOIN t ON t.k = v.k GROUP BY v.name;
-- cycle
INSERT INTO t VALUES (2, 20);
-- cycle
DELETE FROM t WHERE k = 1;
-- cycle
UPDATE t SET k = 1;
-- cycle
DELETE FROM t;
