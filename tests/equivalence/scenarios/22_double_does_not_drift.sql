-- 22 floating point: a huge value comes and goes, and the small ones are still there
-- tables
CREATE TABLE t (id INT, g INT, x DOUBLE);
INSERT INTO t VALUES (1, 1, 0.25), (2, 1, 0.5), (3, 2, 1.75);
-- view: incremental
SELECT g, SUM(x) AS s, AVG(x) AS a, COUNT(x) AS n FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (4, 1, 1e300), (5, 2, 1e16);
-- cycle
DELETE FROM t WHERE id IN (4, 5);
-- cycle
INSERT INTO t VALUES (6, 1, -1e300), (7, 2, 0.25), (7, 2, 0.25);
-- cycle
UPDATE t SET x = 4 WHERE id = 6;
-- cycle
DELETE FROM t WHERE id IN (1, 3, 7);
