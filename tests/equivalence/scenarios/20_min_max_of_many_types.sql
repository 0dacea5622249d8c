-- 20 MIN/MAX of text, dates, decimals, doubles and booleans
-- tables
CREATE TABLE t (g INT, s VARCHAR, d DATE, n DECIMAL(9, 2), f DOUBLE, b BOOLEAN);
INSERT INTO t VALUES
    (1, 'b', DATE '2024-02-29', 1.10, 0.5, TRUE), (1, 'B', DATE '1999-12-31', -1.10, -0.25, FALSE),
    (1, NULL, NULL, NULL, NULL, NULL), (2, '', DATE '2030-01-01', 0, 0, FALSE);
-- view: incremental
SELECT g, MIN(s) AS s1, MAX(s) AS s2, MIN(d) AS d1, MAX(d) AS d2, MIN(n) AS n1, MAX(n) AS n2, MIN(f) AS f1, MAX(f) AS f2, MIN(b) AS b1, MAX(b) AS b2 FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE s = 'b';
-- cycle
INSERT INTO t VALUES (2, 'zz', DATE '1970-01-01', 99.99, 1000.75, TRUE), (1, 'é', NULL, NULL, 3, NULL);
-- cycle
DELETE FROM t WHERE f < 1;
-- cycle
UPDATE t SET s = NULL, d = NULL, n = NULL, f = NULL, b = NULL;
