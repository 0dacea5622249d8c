-- 15 the rows of a total over an aggregate are counted: always one, though no column is read
-- tables
CREATE TABLE t (x INT, s VARCHAR);
INSERT INTO t VALUES (2, 'b'), (NULL, ''), (3, 'A');
-- view: incremental
SELECT COUNT(*) AS n FROM (SELECT SUM(copies) AS k FROM (SELECT s, COUNT(*) AS copies FROM t GROUP BY s) AS c WHERE copies > 1) AS total;
-- cycle: unchanged
INSERT INTO t VALUES (1, 'a'), (3, 'a');
-- cycle: unchanged
INSERT INTO t VALUES (0, 'b');
DELETE FROM t WHERE s = 'a';
-- cycle: unchanged
DELETE FROM t;
-- cycle: unchanged
INSERT INTO t VALUES (1, 'z'), (1, 'z');
