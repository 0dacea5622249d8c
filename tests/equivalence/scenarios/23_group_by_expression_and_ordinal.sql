-- 23 GROUP BY an expression, an ordinal and an alias
-- tables
CREATE TABLE t (d DATE, name VARCHAR, x INT);
INSERT INTO t VALUES (DATE '2024-01-31', 'Ann', 1), (DATE '2024-02-01', 'ann', 2), (DATE '2023-02-01', 'Bob', 4), (NULL, NULL, 8);
-- view: incremental
SELECT EXTRACT(YEAR FROM d) AS y, UPPER(name) AS who, LENGTH(name) AS len, SUM(x) AS s FROM t GROUP BY 1, UPPER(name), len;
-- cycle
INSERT INTO t VALUES (DATE '2024-12-31', 'ANN', 16), (NULL, '', 1);
-- cycle
UPDATE t SET d = DATE '2024-01-01' WHERE d IS NULL OR x = 4;
-- cycle
UPDATE t SET name = LOWER(name);
DELETE FROM t WHERE x = 2;
-- cycle
UPDATE t SET name = NULL;
