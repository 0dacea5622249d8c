-- 28 COUNT(*) as a window function: over all rows, a partition, a frame, with FILTER
-- tables
CREATE TABLE t (i INTEGER, j INTEGER);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 2), (NULL, 3);
-- view v: incremental
SELECT i, j, COUNT(*) OVER () AS n, COUNT(*) OVER (PARTITION BY i) AS same,
  COUNT(*) OVER (ORDER BY j GROUPS BETWEEN 1 PRECEDING AND CURRENT ROW) AS near,
  COUNT(*) FILTER (WHERE i > 1) OVER (ORDER BY j) AS large
FROM t;
-- cycle
INSERT INTO t VALUES (2, 1);
-- cycle
DELETE FROM t WHERE i = 1;
-- cycle
UPDATE t SET j = 5 WHERE j = 2;
