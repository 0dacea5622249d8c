-- 34 SELECT * with EXCLUDE and REPLACE, and of one side of a join
-- tables
CREATE TABLE t (id INTEGER, secret VARCHAR, x INTEGER);
CREATE TABLE u (id INTEGER, y INTEGER, secret VARCHAR);
INSERT INTO t VALUES (1, 's', 10), (2, 's', NULL), (2, 's', NULL);
INSERT INTO u VALUES (1, 5, 'z'), (2, 6, NULL);
-- view: incremental
SELECT t.* EXCLUDE (secret) REPLACE (x + 1 AS x), u.* EXCLUDE (id, secret) FROM t JOIN u USING (id);
-- cycle
INSERT INTO t VALUES (1, 'other', 11);
UPDATE u SET y = 7 WHERE id = 2;
-- cycle: unchanged
UPDATE t SET secret = 'hidden';
-- cycle
DELETE FROM t WHERE x IS NULL;
INSERT INTO u VALUES (1, NULL, 'n');
-- cycle
UPDATE t SET id = 2;
