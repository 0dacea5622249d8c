-- 33 casts bind as written: of the sum, or of the first summand
-- tables
CREATE TABLE t (id INT, a DOUBLE, b DOUBLE, s VARCHAR);
INSERT INTO t VALUES (1, 1.75, 1.75, '12'), (2, -0.75, 2.5, '7'), (3, NULL, 1, NULL);
-- view: incremental
SELECT id, CAST(a AS INT) + b AS x, CAST(a + b AS INT) AS y, CAST(s AS INT) * 2 AS z, CAST(CAST(a AS INT) AS VARCHAR) || s AS w, CAST(a AS DECIMAL(9, 2)) AS d FROM t;
-- cycle
UPDATE t SET a = a + 1;
-- cycle
INSERT INTO t VALUES (4, 0.25, 0.25, '-3'), (4, 0.25, 0.25, '-3');
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET s = '0', a = 0 WHERE id = 3;
