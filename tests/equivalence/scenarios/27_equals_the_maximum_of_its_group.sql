-- 27 the winner of each group by a correlated subquery; rows move between groups
-- tables
CREATE TABLE t (id INT, g INT, x INT);
INSERT INTO t VALUES (1, 1, 5), (2, 1, 9), (3, 2, 9), (4, 2, NULL), (5, NULL, 100), (6, 3, NULL);
-- view: incremental
SELECT a.id, a.g, a.x FROM t a WHERE a.x = (SELECT MAX(b.x) FROM t b WHERE b.g = a.g);
-- cycle
DELETE FROM t WHERE id = 2;
INSERT INTO t VALUES (7, 2, 9);
-- cycle
UPDATE t SET g = 1 WHERE id IN (3, 5);
-- cycle
UPDATE t SET x = 0 WHERE x IS NULL;
DELETE FROM t WHERE id = 5;
-- cycle
UPDATE t SET g = 3;
