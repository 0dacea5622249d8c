-- 13 EXISTS under OR and NOT: a row is true for one reason, loses it, and has another
-- tables
CREATE TABLE t (id INT, a INT, b INT);
CREATE TABLE u (a INT);
CREATE TABLE w (b INT);
INSERT INTO t VALUES (1, 1, 1), (2, 2, 2), (3, 3, NULL), (4, NULL, 4), (5, 1, 2);
INSERT INTO u VALUES (1), (3);
INSERT INTO w VALUES (2);
-- view: incremental
SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.a = t.a) OR t.b IN (SELECT b FROM w) OR (t.id > 3 AND NOT EXISTS (SELECT 1 FROM w WHERE w.b = t.id));
-- cycle: unchanged
INSERT INTO w VALUES (1);
-- cycle
DELETE FROM u;
-- cycle
INSERT INTO w VALUES (4), (5), (NULL);
DELETE FROM w WHERE b = 1;
-- cycle
INSERT INTO u VALUES (2), (2);
DELETE FROM w WHERE b = 2;
-- cycle
DELETE FROM w;
UPDATE t SET a = 2 WHERE id = 1;
