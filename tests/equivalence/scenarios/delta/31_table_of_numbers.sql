-- 31 lateral: RANGE in FROM, up and down and empty, joined with a table that changes; SORT BY and DISTRIBUTE BY choose no rows
-- tables
CREATE TABLE r (k BIGINT, x INT);
INSERT INTO r VALUES (0, 1), (3, 2), (3, 2), (9, 5);
-- view: incremental
SELECT n.id, m.i, COUNT(r.x) AS found, SUM(r.x) AS total
FROM range(5) AS n
CROSS JOIN range(4, 0, -3) AS m(i)
LEFT JOIN r ON r.k = n.id AND r.x >= m.i
LEFT ANTI JOIN range(7, 2) AS nothing ON nothing.id = n.id
GROUP BY n.id, m.i
DISTRIBUTE BY id SORT BY id, i;
-- cycle
INSERT INTO r VALUES (4, 7), (1, 1);
DELETE FROM r WHERE k = 0;
-- cycle
UPDATE r SET k = 2 WHERE k = 3;
-- cycle
DELETE FROM r WHERE k < 5;
