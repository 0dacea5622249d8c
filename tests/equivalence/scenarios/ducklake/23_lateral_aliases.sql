-- 23 an alias used again in the same SELECT list and in the WHERE
-- tables
CREATE TABLE t (a INTEGER, g INTEGER);
INSERT INTO t VALUES (1, 1), (2, 1), (3, NULL), (3, NULL);
-- view: incremental
SELECT a + 1 AS b, b * 2 AS c, c - b AS d, g FROM t WHERE b > 2;
-- cycle
INSERT INTO t VALUES (5, 2), (0, 2);
-- cycle
UPDATE t SET a = a + 1;
-- cycle
DELETE FROM t WHERE g IS NULL;
