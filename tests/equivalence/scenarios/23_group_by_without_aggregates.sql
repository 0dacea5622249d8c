-- 23 GROUP BY with no aggregate is DISTINCT; a key dropped from the SELECT brings duplicates
-- tables
CREATE TABLE t (a INT, b INT);
INSERT INTO t VALUES (1, 1), (1, 1), (1, 2), (2, NULL), (NULL, 2);
-- view: incremental
SELECT a FROM t GROUP BY a, b;
-- cycle
INSERT INTO t VALUES (1, 3), (1, 3), (NULL, NULL);
-- cycle
DELETE FROM t WHERE b = 1;
-- cycle
UPDATE t SET b = 2 WHERE a = 1;
-- cycle: unchanged
INSERT INTO t VALUES (1, 2);
-- cycle
UPDATE t SET a = 2;
