-- 29 ORDER BY without LIMIT, by an expression that is not selected
-- tables
CREATE TABLE t (a INT, b INT);
INSERT INTO t VALUES (1, 9), (2, 8), (2, 8), (NULL, NULL);
-- view: incremental
SELECT a FROM t WHERE b IS NULL OR b > 1 ORDER BY b * -1, a DESC NULLS LAST;
-- cycle
INSERT INTO t VALUES (3, 7), (4, 0);
-- cycle
DELETE FROM t WHERE a = 2;
UPDATE t SET b = 5 WHERE b = 0;
-- cycle
UPDATE t SET a = a + 1;
