-- 08 full join on two columns, one null-safe, NULLs in both
-- tables
CREATE TABLE l (x INT, y VARCHAR, a INT);
CREATE TABLE r (x INT, y VARCHAR, b INT);
INSERT INTO l VALUES (1, 'p', 1), (1, NULL, 2), (NULL, 'p', 3), (NULL, NULL, 4);
INSERT INTO r VALUES (1, 'p', 10), (1, NULL, 20), (NULL, 'p', 30), (NULL, NULL, 40);
-- view: incremental
SELECT l.a, r.b, l.y AS ly, r.y AS ry FROM l FULL JOIN r ON l.x = r.x AND l.y IS NOT DISTINCT FROM r.y;
-- cycle
UPDATE l SET x = 1 WHERE x IS NULL;
DELETE FROM r WHERE b = 10;
-- cycle
UPDATE r SET y = NULL;
INSERT INTO l VALUES (1, NULL, 2);
-- cycle
UPDATE l SET y = 'p' WHERE a = 2;
UPDATE r SET y = 'p', x = 1 WHERE b >= 30;
-- cycle
DELETE FROM l WHERE y = 'p';
UPDATE r SET x = NULL;
