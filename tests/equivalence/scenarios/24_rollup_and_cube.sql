-- 24 ROLLUP and CUBE over a left join: the total of nothing stays one row
-- tables
CREATE TABLE l (id INT, a INT, b INT);
CREATE TABLE r (id INT, x INT);
INSERT INTO l VALUES (1, 1, 1), (2, 1, 2), (3, 2, NULL);
INSERT INTO r VALUES (1, 5), (1, 6), (3, NULL);
-- view rolled: incremental
SELECT l.a, l.b, SUM(r.x) AS s, COUNT(*) AS n FROM l LEFT JOIN r ON r.id = l.id GROUP BY ROLLUP (l.a, l.b);
-- view cubed: incremental
SELECT l.a, l.b, COUNT(r.x) AS n, MIN(r.x) AS lo FROM l LEFT JOIN r ON r.id = l.id GROUP BY CUBE (l.a, l.b) HAVING COUNT(*) > 0;
-- cycle
INSERT INTO r VALUES (2, 7), (3, 1);
-- cycle
DELETE FROM r WHERE id = 1;
-- cycle
UPDATE l SET b = 2, a = NULL WHERE id = 3;
-- cycle
DELETE FROM l;
-- cycle
INSERT INTO l VALUES (2, 9, 9);
