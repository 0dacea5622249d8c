-- 38 several views over one table, refreshed one by one and then together
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 3);
-- view sums: incremental
SELECT g, SUM(x) AS s FROM t GROUP BY g;
-- view rows_: incremental
SELECT x, g FROM t WHERE x > 1;
-- view tops: incremental
SELECT MAX(x) AS hi FROM t;
-- cycle sums
INSERT INTO t VALUES (1, 10), (3, 1);
-- cycle rows_
DELETE FROM t WHERE x = 2;
-- cycle: rows_ no_op
-- cycle tops
UPDATE t SET x = 50 WHERE g = 3;
-- cycle tops
UPDATE t SET x = x + 1;
-- cycle: tops no_op
-- cycle
DELETE FROM t WHERE x > 5;
