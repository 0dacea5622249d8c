-- 22 many equal rows of narrow types: their number times the value overflows the type
-- tables
CREATE TABLE t (g INT, a SMALLINT, b INT);
INSERT INTO t VALUES (1, 32767, 2147483647), (1, 32767, 2147483647);
-- view: incremental
SELECT g, SUM(a) AS a, SUM(b) AS b, AVG(a) AS aa, AVG(b) AS ab FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 32767, 2147483647), (1, 32767, 2147483647), (1, 32767, 2147483647);
-- cycle
INSERT INTO t VALUES (2, -32768, -2147483648), (2, -32768, -2147483648), (2, NULL, NULL);
-- cycle
DELETE FROM t WHERE g = 1;
INSERT INTO t VALUES (1, 1, 1), (2, 32767, 2147483647);
-- cycle
DELETE FROM t WHERE a = -32768;
