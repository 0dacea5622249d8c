-- 25 DISTINCT: first copy comes, last copy goes, an update merges two rows
-- tables
CREATE TABLE t (id INT, a INT, b VARCHAR);
INSERT INTO t VALUES (1, 1, 'x'), (2, 1, 'x'), (3, 2, NULL), (4, NULL, NULL);
-- view: incremental
SELECT DISTINCT a, b FROM t;
-- cycle: unchanged
DELETE FROM t WHERE id = 1;
-- cycle
DELETE FROM t WHERE id = 2;
-- cycle
INSERT INTO t VALUES (5, 1, 'x'), (6, 1, 'x'), (7, 3, 'z');
-- cycle
UPDATE t SET a = 2, b = NULL WHERE id IN (5, 6, 4);
-- cycle: unchanged
INSERT INTO t VALUES (8, 3, 'z');
DELETE FROM t WHERE id = 7;
