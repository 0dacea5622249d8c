-- 09 full joins without an equality: inequality, and OR of equalities
-- tables
CREATE TABLE l (x INT, y INT);
CREATE TABLE r (x INT, y INT);
INSERT INTO l VALUES (1, 1), (2, 5), (NULL, 3);
INSERT INTO r VALUES (1, 9), (3, 3), (8, NULL);
-- view: incremental
SELECT l.x AS lx, l.y AS ly, r.x AS rx, r.y AS ry FROM l FULL JOIN r ON l.x = r.x OR l.y = r.y;
-- view less: incremental
SELECT l.x AS lx, r.x AS rx FROM l FULL JOIN r ON l.x < r.x AND l.y < 4;
-- cycle
INSERT INTO l VALUES (8, 8), (9, 1);
DELETE FROM r WHERE x = 1;
-- cycle
UPDATE r SET y = 5, x = x - 1;
-- cycle
DELETE FROM l WHERE x IS NULL OR x = 2;
INSERT INTO r VALUES (NULL, 1), (10, NULL);
-- cycle
UPDATE l SET y = y + 3;
