-- 22 TINYINT and unsigned values whose sums and products leave the type
-- tables
CREATE TABLE t (g INTEGER, a TINYINT, b UTINYINT, c UBIGINT, d SMALLINT);
INSERT INTO t VALUES (1, 127, 255, 18446744073709551615, 32767), (1, 127, 255, 18446744073709551615, 32767), (2, -128, 0, 0, -32768);
-- view: incremental
SELECT g, SUM(a) AS a, SUM(b) AS b, SUM(c) AS c, SUM(d) AS d, AVG(a) AS aa, MIN(a) AS lo, MAX(b) AS hi, SUM(a::INTEGER * d) AS ad FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 127, 255, 18446744073709551615, 32767), (2, -128, NULL, NULL, -32768), (3, 1, 1, 1, 1);
-- cycle
DELETE FROM t WHERE g = 3;
UPDATE t SET a = -127, b = 0 WHERE g = 1;
-- cycle
DELETE FROM t WHERE c > 0;
INSERT INTO t VALUES (1, NULL, 255, NULL, NULL);
-- cycle
UPDATE t SET g = 9;
