-- 24 COUNT_IF, FSUM, MEAN: counts and sums of other names, and SUM, AVG, PRODUCT with DISTINCT
-- tables
CREATE TABLE t (g INT, x INT, ok BOOLEAN);
INSERT INTO t VALUES (1, 1, TRUE), (1, 4, FALSE), (1, 4, NULL), (2, NULL, NULL);
-- view: incremental
SELECT g, COUNT_IF(ok) AS c, COUNT_IF(x > 1) AS big, ROUND(FSUM(x), 6) AS f, ROUND(MEAN(x), 6) AS m, SUM(DISTINCT x) AS d, AVG(DISTINCT x) AS a, PRODUCT(DISTINCT x) AS p FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (2, 3, TRUE), (1, 4, TRUE);
-- cycle
DELETE FROM t WHERE x = 1;
-- cycle
UPDATE t SET ok = NOT ok, x = x + 2;
-- cycle
DELETE FROM t WHERE g = 2;
