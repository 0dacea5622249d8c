-- 27 scalar subqueries three levels deep, one of them over an aggregate of an outer join
-- tables
CREATE TABLE t (id INT, g INT, x INT);
CREATE TABLE u (g INT, y INT);
INSERT INTO t VALUES (1, 1, 5), (2, 1, 7), (3, 2, 1), (4, 3, 3);
INSERT INTO u VALUES (1, 1), (2, 10), (2, 20);
-- view: incremental
SELECT id, x + (SELECT MAX(u.y) FROM u WHERE u.g = t.g AND u.y >= (SELECT AVG(y) FROM u WHERE y < (SELECT MAX(y) FROM u))) AS z
FROM t WHERE x > (SELECT MIN(s.total) FROM (SELECT t.g, COUNT(u.y) AS total FROM t LEFT JOIN u ON u.g = t.g GROUP BY t.g) s);
-- cycle
DELETE FROM u WHERE y = 20;
-- cycle
INSERT INTO u VALUES (3, 2), (3, 4), (1, 30);
-- cycle
UPDATE t SET g = 3, x = x - 1;
-- cycle
DELETE FROM u WHERE g = 3;
