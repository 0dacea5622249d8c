-- 37 refreshes with nothing new, and with changes in tables that no view reads
-- tables
CREATE TABLE t (x INT);
CREATE TABLE other (x INT);
INSERT INTO t VALUES (1);
-- view: incremental
SELECT x, COUNT(*) AS n FROM t GROUP BY x;
-- cycle: no_op
-- cycle: no_op
INSERT INTO other VALUES (1), (2);
-- cycle
INSERT INTO t VALUES (1), (2);
-- cycle: no_op
UPDATE other SET x = 3;
DELETE FROM other;
-- cycle: unchanged
DELETE FROM t WHERE x = 99;
-- cycle
DELETE FROM t WHERE x = 2;
