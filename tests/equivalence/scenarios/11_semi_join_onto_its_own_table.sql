-- 11 EXISTS over the same table: a row is the partner of its neighbours
-- tables
CREATE TABLE t (id INT, next INT);
INSERT INTO t VALUES (1, 2), (2, 3), (3, NULL), (4, 9);
-- view heads: incremental
SELECT id FROM t WHERE NOT EXISTS (SELECT 1 FROM t AS p WHERE p.next = t.id);
-- view linked: incremental
SELECT id FROM t WHERE next IN (SELECT id FROM t);
-- cycle
DELETE FROM t WHERE id = 2;
-- cycle
INSERT INTO t VALUES (9, 1), (2, 2);
-- cycle
UPDATE t SET next = id + 1;
-- cycle
UPDATE t SET id = id - 1, next = NULL WHERE id < 4;
