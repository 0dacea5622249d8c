-- 15 a total over the cross join of two totals, when both become empty
-- tables
CREATE TABLE t (x INT);
INSERT INTO t VALUES (2), (NULL), (3);
-- view: incremental
SELECT SUM(above) AS above, COUNT(*) AS n, MAX(low) AS low FROM (SELECT COUNT(*) AS above FROM t WHERE x > 2) AS a, (SELECT MIN(x) AS low FROM t) AS b;
-- cycle
INSERT INTO t VALUES (1), (3);
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (7), (7);
-- cycle
UPDATE t SET x = NULL;
