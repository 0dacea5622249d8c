-- 26 VALUES and FROM-first on a side of a set operation
-- tables
CREATE TABLE t (x INT);
INSERT INTO t VALUES (1), (2), (2), (5);
-- view: incremental
FROM t EXCEPT ALL VALUES (2), (3);
-- view missing: incremental
(VALUES (1), (2), (3), (NULL)) EXCEPT (FROM t);
-- cycle
INSERT INTO t VALUES (3), (3);
-- cycle
DELETE FROM t WHERE x = 2;
-- cycle
UPDATE t SET x = 2 WHERE x = 5;
INSERT INTO t VALUES (NULL), (2);
