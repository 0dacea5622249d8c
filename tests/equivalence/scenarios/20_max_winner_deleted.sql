-- 20 MIN/MAX: the winner is deleted, and the next one wins
-- tables
CREATE TABLE t (g VARCHAR, x INT);
INSERT INTO t VALUES ('a', 1), ('a', 5), ('a', 9), ('b', 4), ('b', NULL), (NULL, 3);
-- view: incremental
SELECT g, MIN(x) AS lo, MAX(x) AS hi FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE x = 9;
-- cycle
DELETE FROM t WHERE x = 4;
INSERT INTO t VALUES ('a', 2);
-- cycle
DELETE FROM t WHERE x = 1 OR x = 5;
-- cycle
INSERT INTO t VALUES ('a', 0), ('a', 100), ('b', -1), (NULL, NULL);
-- cycle: unchanged
INSERT INTO t VALUES ('a', 50), ('a', NULL);
DELETE FROM t WHERE x = 2;
