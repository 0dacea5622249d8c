-- 13 EXISTS of an aggregate without GROUP BY is always true; with HAVING it is not
-- tables
CREATE TABLE t (id INT);
CREATE TABLE u (id INT, v INT);
INSERT INTO t VALUES (1), (2);
INSERT INTO u VALUES (1, 1);
-- view: incremental
SELECT id FROM t WHERE EXISTS (SELECT COUNT(*) FROM u WHERE v > 100);
-- view limited: incremental
SELECT id FROM t WHERE EXISTS (SELECT SUM(v) FROM u HAVING SUM(v) > 5);
-- cycle: limited unchanged
INSERT INTO t VALUES (3);
DELETE FROM u;
-- cycle: v unchanged
INSERT INTO u VALUES (1, 6);
-- cycle
DELETE FROM t WHERE id = 1;
INSERT INTO u VALUES (2, 200);
-- cycle
UPDATE u SET v = NULL;
INSERT INTO t VALUES (2), (NULL);
