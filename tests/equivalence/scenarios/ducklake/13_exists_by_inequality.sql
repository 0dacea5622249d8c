-- 13 EXISTS and NOT EXISTS correlated by an inequality beside an equality, twice in one WHERE
-- tables
CREATE TABLE t (id INT, g INT, x INT);
INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 1, 2), (4, 2, NULL), (5, 2, 4);
-- view: incremental
SELECT id, g, x FROM t a WHERE NOT EXISTS (SELECT 1 FROM t b WHERE b.g = a.g AND b.x > a.x) AND EXISTS (SELECT 1 FROM t b WHERE b.g = a.g AND b.id <> a.id);
-- cycle
DELETE FROM t WHERE id = 2;
INSERT INTO t VALUES (6, 2, 5);
-- cycle
DELETE FROM t WHERE id IN (1, 4, 5);
-- cycle
UPDATE t SET g = 1;
-- cycle
UPDATE t SET x = NULL WHERE id = 6;
INSERT INTO t VALUES (7, NULL, 1), (8, NULL, 2);
