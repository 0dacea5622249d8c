-- 22 HUGEINT columns near 2^100: they must not go through a double
-- tables
CREATE TABLE t (id INTEGER, x DECIMAL(38, 0), y BIGINT);
INSERT INTO t VALUES (1, 1267650600228229401496703205376, 9007199254740993), (2, 1, 1);
-- view sums: incremental
SELECT y % 2 AS odd, SUM(x) AS x, SUM(y) AS y FROM t GROUP BY odd;
-- view above: incremental
SELECT SUM(y) AS y, MAX(x) AS x, COUNT(*) AS n FROM sums;
-- cycle
INSERT INTO t VALUES (3, 1267650600228229401496703205377, 9223372036854775807), (4, NULL, 9223372036854775807);
-- cycle
UPDATE t SET y = y - 1 WHERE id = 1;
-- cycle
DELETE FROM t WHERE id IN (3, 4);
