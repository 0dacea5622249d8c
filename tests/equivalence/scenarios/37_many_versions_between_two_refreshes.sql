-- 37 many commits between two refreshes: updates of updates, back and forth
-- tables
CREATE TABLE t (id INT, g INT, x INT);
CREATE TABLE u (g INT, name VARCHAR);
INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3);
INSERT INTO u VALUES (1, 'one'), (2, 'two');
-- view: incremental
SELECT u.name, SUM(t.x) AS s, MIN(t.x) AS lo, COUNT(*) AS n FROM t JOIN u ON t.g = u.g GROUP BY u.name;
-- cycle
UPDATE t SET x = x + 1;
UPDATE t SET x = x + 1;
INSERT INTO t VALUES (4, 2, 4);
UPDATE u SET name = 'uno' WHERE g = 1;
UPDATE t SET g = 2 WHERE id = 1;
UPDATE t SET g = 1 WHERE id = 1;
DELETE FROM t WHERE id = 4;
UPDATE u SET name = 'one' WHERE g = 1;
UPDATE t SET x = x - 1 WHERE id = 2;
INSERT INTO u VALUES (3, 'three');
INSERT INTO t VALUES (5, 3, 5);
-- cycle: no_op
-- cycle
DELETE FROM t WHERE id = 1;
DELETE FROM u WHERE g = 2;
INSERT INTO t VALUES (1, 1, 0);
INSERT INTO u VALUES (2, 'two');
DELETE FROM u WHERE g = 2;
UPDATE t SET x = NULL WHERE id = 5;
-- cycle
INSERT INTO u VALUES (2, 'zwei');
UPDATE u SET name = 'deux' WHERE g = 2;
DELETE FROM t WHERE id = 5;
DELETE FROM u WHERE g = 3;
