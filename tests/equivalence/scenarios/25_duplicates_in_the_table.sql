-- 25 equal rows in the table itself: all of them change at once
-- tables
CREATE TABLE t (a INT, b VARCHAR);
INSERT INTO t VALUES (1, 'x'), (1, 'x'), (1, 'x'), (NULL, NULL), (NULL, NULL);
-- view: incremental
SELECT a, b, a + 1 AS c FROM t;
-- cycle
INSERT INTO t VALUES (1, 'x'), (NULL, NULL);
-- cycle
UPDATE t SET b = 'y' WHERE a = 1;
INSERT INTO t VALUES (1, 'x');
-- cycle
BEGIN;
DELETE FROM t WHERE a = 1;
INSERT INTO t VALUES (1, 'y'), (1, 'y'), (1, 'x');
COMMIT;
-- cycle
DELETE FROM t WHERE a IS NULL;
UPDATE t SET a = NULL, b = NULL WHERE b = 'y';
-- cycle
DELETE FROM t;
