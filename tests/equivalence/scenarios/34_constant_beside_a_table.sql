-- 34 constants in one branch of a UNION ALL
-- tables
CREATE TABLE t (x INT);
INSERT INTO t VALUES (1), (2), (NULL);
-- view: incremental
SELECT 1 AS a UNION ALL SELECT x FROM t UNION ALL SELECT 1;
-- cycle
DELETE FROM t WHERE x = 1;
-- cycle
INSERT INTO t VALUES (1), (1);
-- cycle
UPDATE t SET x = x + 1;
-- cycle
DELETE FROM t;
