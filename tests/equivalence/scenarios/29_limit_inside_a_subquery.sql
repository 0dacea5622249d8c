-- 29 LIMIT inside a subquery, joined and aggregated outside of it: rows cross the boundary
-- tables
CREATE TABLE t (id INT, g INT, x INT);
CREATE TABLE n (g INT, name VARCHAR);
INSERT INTO t VALUES (1, 1, 50), (2, 1, 40), (3, 2, 30), (4, 2, 20), (5, 3, NULL);
INSERT INTO n VALUES (1, 'a'), (2, 'b'), (3, NULL);
-- view: incremental
SELECT n.name, COUNT(s.id) AS top_rows, SUM(s.x) AS total
FROM n LEFT JOIN (SELECT id, g, x FROM t ORDER BY x DESC NULLS LAST, id LIMIT 3) s ON s.g = n.g GROUP BY n.name;
-- cycle
INSERT INTO t VALUES (6, 3, 35);
-- cycle
DELETE FROM t WHERE id IN (1, 2);
-- cycle
UPDATE t SET x = 100 WHERE id = 5;
UPDATE n SET name = 'c' WHERE g = 3;
-- cycle
DELETE FROM t WHERE g = 3;
-- cycle
DELETE FROM t;
