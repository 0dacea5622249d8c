-- 34 SELECT * and t.* over a join with a derived table (Spark has no view with two columns of one name)
-- tables
CREATE TABLE t (a INT, b VARCHAR);
CREATE TABLE u (c INT, d VARCHAR);
INSERT INTO t VALUES (1, 'x'), (2, NULL), (2, NULL);
INSERT INTO u VALUES (1, 'p'), (2, 'q');
-- view: incremental
SELECT *, s.*, a + c AS total FROM (SELECT t.*, 7 AS seven FROM t) AS s JOIN u ON s.a = u.c;
-- cycle
INSERT INTO t VALUES (1, 'y');
UPDATE u SET d = 'r' WHERE c = 2;
-- cycle
DELETE FROM t WHERE b IS NULL;
INSERT INTO u VALUES (1, NULL);
-- cycle
UPDATE t SET a = 2;
UPDATE u SET c = 2;
