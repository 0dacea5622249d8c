-- 28 a window in a subquery, filtered outside, joined with its own table and aggregated again
-- tables
CREATE TABLE t (g INT, id INT, x INT);
INSERT INTO t VALUES (1, 1, 5), (1, 2, 7), (1, 3, 9), (2, 4, 1), (2, 5, 2);
-- view: incremental
SELECT r.g, COUNT(*) AS pairs, SUM(t.x - r.x) AS gap
FROM (SELECT g, id, x, ROW_NUMBER() OVER (PARTITION BY g ORDER BY x DESC, id) AS place FROM t) r
LEFT JOIN t ON t.g = r.g AND t.x > r.x
WHERE r.place <= 2 GROUP BY r.g;
-- cycle
DELETE FROM t WHERE id = 3;
UPDATE t SET x = 6 WHERE id = 2;
-- cycle
INSERT INTO t VALUES (2, 6, 10), (3, 7, NULL), (3, 8, 0);
-- cycle
UPDATE t SET g = 1 WHERE id = 6;
-- cycle
UPDATE t SET x = NULL WHERE x > 6;
