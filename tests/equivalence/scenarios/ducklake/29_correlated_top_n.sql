-- 29 the first two rows of each key by a lateral LIMIT with OFFSET
-- tables
CREATE TABLE g (id INT, name VARCHAR);
CREATE TABLE t (g INT, x INT);
INSERT INTO g VALUES (1, 'a'), (2, 'b'), (3, 'c'), (1, 'a');
INSERT INTO t VALUES (1, 10), (1, 20), (1, 30), (2, 5), (NULL, 9);
-- view: incremental
SELECT g.name, s.x FROM g LEFT JOIN LATERAL (SELECT t.x FROM t WHERE t.g = g.id ORDER BY t.x DESC LIMIT 2 OFFSET 1) s ON TRUE;
-- cycle
INSERT INTO t VALUES (1, 40), (2, 6), (2, 7);
-- cycle
DELETE FROM t WHERE x = 40;
UPDATE g SET id = 2 WHERE id = 3;
-- cycle
UPDATE t SET g = 1;
-- cycle
DELETE FROM t WHERE x > 6;
DELETE FROM g WHERE id = 1;
