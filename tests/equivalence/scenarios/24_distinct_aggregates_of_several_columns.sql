-- 24 COUNT, SUM and AVG of DISTINCT values of several columns side by side
-- tables
CREATE TABLE t (g INT, x INT, y DECIMAL(9, 2), s VARCHAR);
INSERT INTO t VALUES (1, 5, 1.10, 'p'), (1, 5, 1.10, 'q'), (1, 6, 1.10, NULL), (2, NULL, NULL, 'p'), (2, 5, 0.90, 'P');
-- view: incremental
SELECT g, COUNT(DISTINCT x) AS cx, SUM(DISTINCT x) AS sx, AVG(DISTINCT x) AS ax, SUM(DISTINCT y) AS sy, COUNT(DISTINCT s) AS cs, SUM(x) AS all_x, COUNT(DISTINCT UPPER(s)) AS cu
FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 7, 2.20, 'p'), (2, 5, 0.90, 'p'), (3, 1, 1, 'x');
-- cycle
DELETE FROM t WHERE s = 'q' OR x = 6;
-- cycle
UPDATE t SET x = 5, y = 1.10;
-- cycle
DELETE FROM t WHERE s IS NOT NULL AND g = 1;
UPDATE t SET s = NULL;
