-- 36 rows without aggregate: deleted and inserted again, more or fewer times than before
-- tables
CREATE TABLE t (a INT, b VARCHAR);
INSERT INTO t VALUES (1, 'x'), (1, 'x'), (2, NULL);
-- view: incremental
SELECT b, a FROM t WHERE a < 10;
-- cycle: unchanged
DELETE FROM t;
INSERT INTO t VALUES (1, 'x'), (2, NULL), (1, 'x');
-- cycle
DELETE FROM t WHERE a = 1;
INSERT INTO t VALUES (1, 'x');
-- cycle
DELETE FROM t WHERE a = 1;
INSERT INTO t VALUES (1, 'x'), (1, 'x'), (1, 'x');
DELETE FROM t WHERE a = 2;
INSERT INTO t VALUES (20, NULL);
-- cycle
UPDATE t SET a = 2;
UPDATE t SET a = 1;
INSERT INTO t VALUES (3, 'y');
