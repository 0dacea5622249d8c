-- 25 duplicate rows in the view: one of three goes, all of three go, one is updated
-- tables
CREATE TABLE t (id INT, a VARCHAR, b INT);
INSERT INTO t VALUES (1, 'x', 1), (2, 'x', 1), (3, 'x', 1), (4, 'y', NULL), (5, 'y', NULL), (6, NULL, NULL);
-- view: incremental
SELECT a, b FROM t;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET b = 2 WHERE id = 2;
-- cycle
DELETE FROM t WHERE a = 'x';
INSERT INTO t VALUES (7, NULL, NULL), (8, NULL, NULL);
-- cycle
UPDATE t SET a = 'y', b = NULL;
-- cycle
DELETE FROM t WHERE id > 4;
