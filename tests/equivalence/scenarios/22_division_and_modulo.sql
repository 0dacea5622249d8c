-- 22 division, modulo and rounding inside and outside of aggregates
-- tables
CREATE TABLE t (id INT, g INT, x INT, y DECIMAL(9, 2));
INSERT INTO t VALUES (1, 1, 7, 1.00), (2, 1, 5, 3.00), (3, 2, 0, NULL), (4, 2, 9, 0.50);
-- view: incremental
SELECT g, SUM(x % 4) AS m, ROUND(SUM(y), 1) AS r, MAX(x / 2) AS half, SUM(x) / NULLIF(COUNT(y), 0) AS ratio FROM t GROUP BY g;
-- cycle
UPDATE t SET x = x + 1;
-- cycle
INSERT INTO t VALUES (5, 2, -3, 0.05), (6, 1, NULL, 0.05);
-- cycle
DELETE FROM t WHERE y IS NOT NULL AND g = 2;
-- cycle
UPDATE t SET y = NULL WHERE id = 1;
UPDATE t SET g = 3 WHERE id = 6;
