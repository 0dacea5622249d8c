-- 22 AVG and SUM of decimals keep their digits over many changes
-- tables
CREATE TABLE t (id INT, g INT, x DECIMAL(9, 2), y DECIMAL(18, 6));
INSERT INTO t VALUES (1, 1, 0.10, 0.000001), (2, 1, 0.20, 0.333333), (3, 1, 0.05, NULL), (4, 2, 1234567.89, 999999999999.999999);
-- view: incremental
SELECT g, AVG(x) AS ax, SUM(x) AS sx, AVG(y) AS ay, SUM(y) AS sy, SUM(CAST(x AS DECIMAL(19, 2)) * y) AS sxy FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (5, 1, 0.30, 0.1), (6, 2, 0.01, 0.000001), (7, 2, 0.01, 0.000001);
-- cycle
DELETE FROM t WHERE id IN (1, 4);
-- cycle
UPDATE t SET x = x + 0.07, y = -y;
-- cycle
UPDATE t SET x = 9999999.99 WHERE g = 1;
-- cycle
DELETE FROM t WHERE x > 1000;
INSERT INTO t VALUES (8, 1, 0.07, 0.7);
