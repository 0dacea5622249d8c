-- 29 DISTINCT ON of an expression in a subquery, below an aggregate; DISTINCT ON of two keys
-- tables
CREATE TABLE t (id INT, g INT, x INT);
INSERT INTO t VALUES (1, 1, 5), (2, 3, 7), (3, 2, 1), (4, NULL, 2), (5, 4, 9);
-- view: incremental
SELECT COUNT(*) AS n, SUM(s.x) AS total FROM (SELECT DISTINCT ON (g % 2) g, x FROM t ORDER BY g % 2, x DESC, id) s;
-- view pairs: incremental
SELECT DISTINCT ON (g, x > 4) g, id FROM t WHERE id < 100 ORDER BY g, x > 4, id DESC;
-- cycle
DELETE FROM t WHERE x IN (7, 9);
-- cycle
INSERT INTO t VALUES (6, 1, 6), (7, 2, 2), (8, NULL, 3);
-- cycle
UPDATE t SET g = 1 WHERE g IS NULL;
-- cycle
UPDATE t SET x = 10 - x, g = g + 1;
