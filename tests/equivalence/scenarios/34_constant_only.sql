-- 34 a view of constants: nothing it reads can change
-- tables
CREATE TABLE t (x INT);
INSERT INTO t VALUES (1);
-- view: incremental
SELECT 1 AS one, 'two' AS two, 1 + 2 AS three;
-- cycle: no_op
INSERT INTO t VALUES (2);
-- cycle: no_op
-- cycle: no_op
DELETE FROM t;
