-- 25 equal rows, one of them changed by its row id
-- tables
CREATE TABLE t (a INTEGER, b VARCHAR);
INSERT INTO t VALUES (1, 'x'), (1, 'x'), (1, 'x'), (NULL, NULL), (NULL, NULL);
-- view rows_: incremental
SELECT a, b FROM t;
-- view counts: incremental
SELECT a, COUNT(*) AS n, SUM(a) AS s FROM t GROUP BY a;
-- cycle
DELETE FROM t WHERE rowid = (SELECT MIN(rowid) FROM t WHERE a = 1);
-- cycle
UPDATE t SET b = 'y', a = 2 WHERE rowid = (SELECT MIN(rowid) FROM t WHERE a = 1);
-- cycle
DELETE FROM t WHERE rowid = (SELECT MAX(rowid) FROM t WHERE a IS NULL);
-- cycle
DELETE FROM t WHERE a = 1;
