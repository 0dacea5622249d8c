-- 19 HAVING: groups cross the condition in both directions, some of them in one refresh
-- tables
CREATE TABLE t (g VARCHAR, x INT);
INSERT INTO t VALUES ('a', 5), ('a', 6), ('b', 10), ('c', 20), (NULL, 11);
-- view: incremental
SELECT g, SUM(x) AS s FROM t GROUP BY g HAVING SUM(x) > 10;
-- cycle
INSERT INTO t VALUES ('b', 1), ('c', -15), ('d', 3);
-- cycle
UPDATE t SET x = x - 2 WHERE g = 'a';
UPDATE t SET x = x + 6 WHERE g = 'c';
-- cycle: unchanged
INSERT INTO t VALUES ('d', 4), ('e', NULL);
-- cycle
INSERT INTO t VALUES ('d', 4), ('e', 100);
DELETE FROM t WHERE g IS NULL;
-- cycle
DELETE FROM t WHERE x > 9;
INSERT INTO t VALUES (NULL, 50), (NULL, -39);
