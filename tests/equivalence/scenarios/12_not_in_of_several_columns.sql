-- 12 IN and NOT IN of two columns, NULLs in part of a row on either side
-- tables
CREATE TABLE l (id INT, x INT, y INT);
CREATE TABLE r (x INT, y INT);
INSERT INTO l VALUES (1, 1, 1), (2, 1, 2), (3, 2, NULL), (4, NULL, NULL), (5, 3, 3);
INSERT INTO r VALUES (1, 1), (4, 4);
-- view inside: incremental
SELECT id FROM l WHERE (x, y) IN (SELECT x, y FROM r);
-- view outside: incremental
SELECT id FROM l WHERE (x, y) NOT IN (SELECT x, y FROM r);
-- cycle
DELETE FROM r WHERE x = 1;
-- cycle: inside unchanged
INSERT INTO r VALUES (1, NULL);
-- cycle
INSERT INTO r VALUES (3, 3), (1, 2), (2, 2);
DELETE FROM r WHERE y IS NULL;
-- cycle
UPDATE l SET y = x;
DELETE FROM r WHERE x = 2;
-- cycle
DELETE FROM r;
