-- 34 FROM without SELECT, over a derived table
-- tables
CREATE TABLE t (a INTEGER, s VARCHAR);
INSERT INTO t VALUES (1, 'x'), (2, NULL);
-- view: incremental
FROM (SELECT s, count(*) AS n FROM t GROUP BY s) AS q WHERE n < 3;
-- cycle
INSERT INTO t VALUES (1, 'x'), (3, 'y');
-- cycle
INSERT INTO t VALUES (1, 'x');
-- cycle
UPDATE t SET s = 'y';
-- cycle
DELETE FROM t WHERE a = 1;
