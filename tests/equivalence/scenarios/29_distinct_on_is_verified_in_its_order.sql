-- 29 verify() of DISTINCT ON: the row that comes first by ORDER BY, also when it came last
-- tables
CREATE TABLE t (k VARCHAR, x INTEGER);
INSERT INTO t VALUES ('a', 2);
-- view: incremental
SELECT DISTINCT ON (k) k, x FROM t ORDER BY k, x;
-- cycle
INSERT INTO t VALUES ('a', 1);
-- cycle: unchanged
INSERT INTO t VALUES ('a', 3);
-- cycle
DELETE FROM t WHERE x = 1;
