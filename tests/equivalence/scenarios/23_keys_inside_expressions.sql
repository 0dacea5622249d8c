-- 23 group keys inside expressions with aggregates; a key that is not selected
-- tables
CREATE TABLE t (g INT, h VARCHAR, x INT);
INSERT INTO t VALUES (1, 'a', 5), (1, 'b', 6), (2, 'a', 7), (NULL, 'a', 8);
-- view: incremental
SELECT g * 10 + COUNT(*) AS code, CASE WHEN SUM(x) > 10 THEN h ELSE 'small' END AS label, COALESCE(g, -1) AS g FROM t GROUP BY g, h;
-- cycle
INSERT INTO t VALUES (1, 'a', 6), (2, 'a', NULL);
-- cycle
UPDATE t SET g = 2 WHERE g = 1 AND h = 'b';
-- cycle
UPDATE t SET x = x + 10;
DELETE FROM t WHERE g IS NULL;
-- cycle
UPDATE t SET h = 'c' WHERE h = 'a';
