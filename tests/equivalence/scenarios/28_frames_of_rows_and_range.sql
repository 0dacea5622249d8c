-- 28 frames of ROWS and RANGE, with ties and NULLs; the default frame ends with the peers
-- tables
CREATE TABLE t (g INT, id INT, x INT, v INT);
INSERT INTO t VALUES (1, 1, 1, 10), (1, 2, 2, 20), (1, 3, 2, 30), (1, 4, 5, 40), (2, 5, NULL, 50), (2, 6, NULL, 60), (2, 7, 1, 70);
-- view: incremental
SELECT g, id,
       SUM(v) OVER (PARTITION BY g ORDER BY x) AS running,
       SUM(v) OVER (PARTITION BY g ORDER BY x, id ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING) AS three,
       SUM(v) OVER (PARTITION BY g ORDER BY x RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS near,
       COUNT(*) OVER (PARTITION BY g ORDER BY x RANGE BETWEEN UNBOUNDED PRECEDING AND 1 FOLLOWING) AS upto,
       MAX(v) OVER (PARTITION BY g ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS best_before
FROM t;
-- cycle
INSERT INTO t VALUES (1, 8, 3, 5), (2, 9, 2, NULL);
-- cycle
DELETE FROM t WHERE id = 2;
UPDATE t SET x = 1 WHERE id = 5;
-- cycle
UPDATE t SET x = x + 1 WHERE id >= 3;
-- cycle
DELETE FROM t WHERE x IS NULL;
UPDATE t SET g = 2 WHERE id = 1;
