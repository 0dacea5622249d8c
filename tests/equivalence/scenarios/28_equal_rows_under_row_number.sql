-- 28 equal rows under ROW_NUMBER: one of three copies goes
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 1), (1, 1), (1, 2), (2, NULL), (2, NULL);
-- view: incremental
SELECT g, x, ROW_NUMBER() OVER (PARTITION BY g ORDER BY x) AS n, COUNT(*) OVER (PARTITION BY g, x) AS copies FROM t;
-- cycle
INSERT INTO t VALUES (1, 1), (2, NULL), (1, 0);
-- cycle
DELETE FROM t WHERE x = 1;
-- cycle
INSERT INTO t VALUES (1, 2), (1, 2), (2, 2);
-- cycle
UPDATE t SET x = 2 WHERE x IS NULL;
