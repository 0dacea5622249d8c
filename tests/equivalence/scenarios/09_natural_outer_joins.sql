-- 09 NATURAL LEFT and NATURAL FULL: all common columns, merged
-- tables
CREATE TABLE l (k INT, g VARCHAR, a INT);
CREATE TABLE r (g VARCHAR, k INT, b INT);
INSERT INTO l VALUES (1, 'x', 1), (2, 'y', 2), (2, NULL, 3);
INSERT INTO r VALUES ('x', 1, 10), ('z', 2, 20), (NULL, 2, 30);
-- view kept: incremental
SELECT * FROM l NATURAL LEFT JOIN r;
-- view both_sides: incremental
SELECT k, g, a, b FROM l NATURAL FULL JOIN r;
-- cycle
UPDATE r SET g = 'y' WHERE g = 'z';
DELETE FROM r WHERE b = 10;
-- cycle
UPDATE l SET g = 'w' WHERE g IS NULL;
INSERT INTO r VALUES ('w', 2, 40), ('w', 2, 41);
-- cycle
DELETE FROM l WHERE k = 2;
-- cycle
INSERT INTO l VALUES (2, 'w', NULL);
UPDATE l SET k = NULL WHERE a = 1;
