-- 24 COUNT(DISTINCT) and DISTINCT sums without GROUP BY
-- tables
CREATE TABLE t (x INT, y VARCHAR);
INSERT INTO t VALUES (1, 'a'), (1, 'b'), (NULL, 'a');
-- view: incremental
SELECT COUNT(DISTINCT x) AS cx, COUNT(DISTINCT y) AS cy, SUM(DISTINCT x) AS sx, COUNT(DISTINCT x + 1) AS cx1 FROM t;
-- cycle
INSERT INTO t VALUES (2, 'a'), (2, 'a');
-- cycle
UPDATE t SET x = 2 WHERE x = 1;
-- cycle
DELETE FROM t;
-- cycle: unchanged
INSERT INTO t VALUES (NULL, NULL);
-- cycle
UPDATE t SET x = 0, y = '';
