-- 29 DISTINCT ON: the first row of each key; the first goes, and its key changes
-- tables
CREATE TABLE t (k INT, seq INT, v VARCHAR);
INSERT INTO t VALUES (1, 1, 'a'), (1, 2, 'b'), (2, 5, 'c'), (2, 3, NULL), (NULL, 1, 'n'), (NULL, 2, 'm');
-- view: incremental
SELECT DISTINCT ON (k) k, seq, v FROM t ORDER BY k, seq DESC;
-- cycle
INSERT INTO t VALUES (1, 3, 'd'), (3, 1, 'e');
-- cycle
DELETE FROM t WHERE seq = 3 OR k IS NULL AND seq = 2;
-- cycle
UPDATE t SET k = 1, seq = 9 WHERE k = 3;
-- cycle
DELETE FROM t WHERE k = 1;
UPDATE t SET k = 4 WHERE k IS NULL;
