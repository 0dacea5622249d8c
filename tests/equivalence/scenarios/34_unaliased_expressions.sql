-- 34 expressions without aliases
-- tables
CREATE TABLE t (a INT, b VARCHAR);
INSERT INTO t VALUES (1, 'x'), (2, 'y'), (2, NULL);
-- view: incremental
SELECT a + 1, a * 2, UPPER(b), 'text', 5, CASE WHEN a > 1 THEN b END, COALESCE(b, 'none') FROM t;
-- cycle
INSERT INTO t VALUES (3, 'z'), (3, 'z');
-- cycle
UPDATE t SET b = 'w' WHERE b IS NULL;
DELETE FROM t WHERE a = 1;
-- cycle
UPDATE t SET a = -a;
