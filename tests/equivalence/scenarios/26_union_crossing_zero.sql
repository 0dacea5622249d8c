-- 26 UNION: a row stays until its last copy on either side is gone
-- tables
CREATE TABLE l (x INT, y INT);
CREATE TABLE r (y INT, x INT);
INSERT INTO l VALUES (1, 2), (1, 2), (2, 1), (NULL, NULL);
INSERT INTO r VALUES (1, 2), (NULL, NULL);
-- view: incremental
SELECT x, y FROM l UNION SELECT y, x FROM r;
-- cycle: unchanged
DELETE FROM l WHERE x = 1;
-- cycle
DELETE FROM r WHERE y = 1;
-- cycle
INSERT INTO l VALUES (5, NULL);
INSERT INTO r VALUES (5, NULL), (5, 6);
-- cycle
DELETE FROM l;
-- cycle
UPDATE r SET x = y;
