-- 27 `x = (SELECT MAX ...)`: the winner changes, ties, is NULL, goes
-- tables
CREATE TABLE t (id INT, x INT);
INSERT INTO t VALUES (1, 5), (2, 9), (3, 9), (4, NULL);
-- view: incremental
SELECT id, x FROM t WHERE x = (SELECT MAX(x) FROM t);
-- cycle
INSERT INTO t VALUES (5, 10);
-- cycle
DELETE FROM t WHERE x >= 9;
-- cycle
DELETE FROM t WHERE x IS NOT NULL;
-- cycle
INSERT INTO t VALUES (6, 1), (7, 1), (7, 1), (8, 0);
-- cycle
DELETE FROM t WHERE id = 6;
UPDATE t SET x = 1 WHERE id = 8;
