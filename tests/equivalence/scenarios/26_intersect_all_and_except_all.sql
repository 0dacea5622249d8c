-- 26 INTERSECT ALL and EXCEPT ALL: numbers of copies on both sides go up and down together
-- tables
CREATE TABLE l (x INT);
CREATE TABLE r (x INT);
INSERT INTO l VALUES (1), (1), (1), (2), (NULL), (NULL);
INSERT INTO r VALUES (1), (1), (3), (NULL);
-- view least_: incremental
SELECT x FROM l INTERSECT ALL SELECT x FROM r;
-- view rest: incremental
SELECT x FROM l EXCEPT ALL SELECT x FROM r;
-- cycle
INSERT INTO r VALUES (1), (2), (2);
-- cycle
INSERT INTO l VALUES (3), (3), (1);
INSERT INTO r VALUES (1), (1);
DELETE FROM r WHERE x IS NULL;
-- cycle
DELETE FROM l WHERE x = 1;
INSERT INTO l VALUES (2), (2);
-- cycle: unchanged
INSERT INTO l VALUES (9);
INSERT INTO r VALUES (8);
DELETE FROM l WHERE x = 9;
-- cycle
UPDATE r SET x = 2;
