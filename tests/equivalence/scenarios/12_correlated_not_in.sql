-- 12 NOT IN with a correlated set: each row has its own NULLs and its own emptiness
-- tables
CREATE TABLE l (g INT, x INT);
CREATE TABLE r (g INT, x INT);
INSERT INTO l VALUES (1, 1), (1, 2), (2, 1), (2, NULL), (3, NULL), (NULL, 4);
INSERT INTO r VALUES (1, 1), (2, NULL), (NULL, 4);
-- view: incremental
SELECT g, x FROM l WHERE x NOT IN (SELECT r.x FROM r WHERE r.g = l.g);
-- cycle
UPDATE r SET x = 3 WHERE x IS NULL;
-- cycle
INSERT INTO r VALUES (3, 7), (1, NULL);
-- cycle
DELETE FROM r WHERE g = 3;
UPDATE l SET g = 2 WHERE g IS NULL;
-- cycle
DELETE FROM r WHERE x IS NULL;
UPDATE l SET x = 1 WHERE x IS NULL;
