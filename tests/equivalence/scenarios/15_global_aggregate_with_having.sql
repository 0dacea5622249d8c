-- 15 no GROUP BY but HAVING: one row or none, also over no rows at all
-- tables
CREATE TABLE t (x INT);
INSERT INTO t VALUES (1), (2);
-- view: incremental
SELECT COUNT(*) AS n, SUM(x) AS s FROM t HAVING COUNT(*) <> 2;
-- cycle
INSERT INTO t VALUES (3);
-- cycle
DELETE FROM t WHERE x = 1;
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (NULL);
-- cycle
INSERT INTO t VALUES (7);
-- cycle: unchanged
UPDATE t SET x = 8 WHERE x = 7;
