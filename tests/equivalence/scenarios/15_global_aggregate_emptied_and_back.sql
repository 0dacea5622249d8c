-- 15 no GROUP BY over emptied input: one row, SUM NULL, COUNT 0, and back
-- tables
CREATE TABLE t (x INT, y DECIMAL(9, 2));
INSERT INTO t VALUES (1, 1.50), (2, NULL), (NULL, 2.25), (2, NULL);
-- view: incremental
SELECT COUNT(*) AS n, COUNT(x) AS nx, SUM(x) AS sx, SUM(y) AS sy, AVG(x) AS ax, MIN(x) AS lo, MAX(y) AS hi FROM t;
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (NULL, NULL);
-- cycle
INSERT INTO t VALUES (5, 0.01), (5, 0.01);
DELETE FROM t WHERE x IS NULL;
-- cycle
BEGIN;
DELETE FROM t;
INSERT INTO t VALUES (-5, -0.01);
COMMIT;
-- cycle
UPDATE t SET x = NULL, y = NULL;
-- cycle
DELETE FROM t;
