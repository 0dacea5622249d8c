-- 18 two group keys, each NULL alone and both together
-- tables
CREATE TABLE t (a INT, b VARCHAR, x INT);
INSERT INTO t VALUES (1, 'p', 1), (1, NULL, 2), (NULL, 'p', 4), (NULL, NULL, 8), (NULL, NULL, 16);
-- view: incremental
SELECT a, b, SUM(x) AS s, COUNT(*) AS n FROM t GROUP BY a, b;
-- cycle
UPDATE t SET a = NULL WHERE b = 'p';
-- cycle
UPDATE t SET b = 'p' WHERE x >= 8;
DELETE FROM t WHERE x = 2;
-- cycle
UPDATE t SET a = 1, b = NULL WHERE x = 4;
INSERT INTO t VALUES (NULL, NULL, NULL);
-- cycle
DELETE FROM t WHERE a IS NULL AND b IS NULL;
UPDATE t SET a = NULL, b = NULL;
