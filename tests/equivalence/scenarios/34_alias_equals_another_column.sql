-- 34 an alias that is also the name of a column: WHERE and GROUP BY mean the column
-- tables
CREATE TABLE t (a INT, b INT);
INSERT INTO t VALUES (1, 10), (2, 20), (2, 30), (NULL, 5);
-- view: incremental
SELECT b % 20 AS a, SUM(a) AS b FROM t WHERE a > 0 OR b < 6 GROUP BY b % 20;
-- cycle
INSERT INTO t VALUES (0, 10), (7, 25), (-1, 5);
-- cycle
UPDATE t SET a = 5 WHERE a = 0;
-- cycle
DELETE FROM t WHERE b = 20;
UPDATE t SET b = b + 1 WHERE a IS NULL;
