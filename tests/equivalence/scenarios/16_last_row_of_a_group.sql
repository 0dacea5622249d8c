-- 16 the last row of a group goes: the group goes too
-- tables
CREATE TABLE t (g VARCHAR, x INT);
INSERT INTO t VALUES ('a', 1), ('a', 2), ('b', 0), ('c', NULL), (NULL, 4);
-- view: incremental
SELECT g, COUNT(*) AS n, SUM(x) AS s FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE g = 'b';
-- cycle
DELETE FROM t WHERE g = 'c' OR x = 1;
-- cycle
DELETE FROM t WHERE g IS NULL;
INSERT INTO t VALUES ('b', 0);
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES ('a', -1), ('a', 1), (NULL, NULL);
