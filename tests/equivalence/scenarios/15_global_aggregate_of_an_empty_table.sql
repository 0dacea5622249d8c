-- 15 no GROUP BY over a table that is empty when the view is made
-- tables
CREATE TABLE t (x INT);
CREATE TABLE u (x INT);
-- view: incremental
SELECT COUNT(*) AS n, SUM(t.x) AS s, MAX(u.x) AS m FROM t JOIN u ON t.x = u.x;
-- cycle: unchanged
INSERT INTO t VALUES (1), (NULL);
-- cycle
INSERT INTO u VALUES (1), (1), (NULL);
-- cycle
UPDATE t SET x = 2 WHERE x = 1;
-- cycle
INSERT INTO u VALUES (2);
INSERT INTO t VALUES (1), (3);
-- cycle
DELETE FROM t;
DELETE FROM u;
