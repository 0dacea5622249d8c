-- 29 a view over a view with the first rows in a subquery, joined with its source
-- tables
CREATE TABLE t (id INT, x INT);
INSERT INTO t VALUES (1, 10), (2, 20), (3, 30), (4, NULL);
-- view best: incremental
SELECT s.id, s.x FROM (SELECT id, x FROM t WHERE x IS NOT NULL ORDER BY x DESC, id LIMIT 2) s;
-- view rest: incremental
SELECT t.id, (SELECT MIN(x) FROM best) - t.x AS gap FROM t WHERE NOT EXISTS (SELECT 1 FROM best WHERE best.id = t.id);
-- cycle
INSERT INTO t VALUES (5, 40);
-- cycle
DELETE FROM t WHERE id IN (3, 5);
-- cycle
UPDATE t SET x = 15 WHERE id = 4;
-- cycle
DELETE FROM t WHERE x > 10;
