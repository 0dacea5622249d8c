-- 36 truncate and insert in one transaction: same rows, other rows, fewer rows
-- tables
CREATE TABLE t (k INT, x INT);
CREATE TABLE u (k INT, y INT);
INSERT INTO t VALUES (1, 1), (2, 2), (2, 2), (NULL, 3);
INSERT INTO u VALUES (1, 10), (2, 20);
-- view: incremental
SELECT t.k, t.x, u.y FROM t JOIN u ON t.k = u.k;
-- cycle: unchanged
BEGIN;
DELETE FROM t;
INSERT INTO t VALUES (2, 2), (1, 1), (NULL, 3), (2, 2);
COMMIT;
-- cycle
BEGIN;
DELETE FROM t;
INSERT INTO t VALUES (1, 1), (1, 5), (2, 2);
DELETE FROM u;
INSERT INTO u VALUES (1, 10), (1, 11);
COMMIT;
-- cycle
BEGIN;
DELETE FROM t;
INSERT INTO t VALUES (3, 3), (3, 4);
DELETE FROM t WHERE x = 4;
INSERT INTO u VALUES (3, 30);
COMMIT;
-- cycle
BEGIN;
DELETE FROM t;
DELETE FROM u;
COMMIT;
