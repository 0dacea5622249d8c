-- 26 set operations whose sides have other types: the rows are compared after they are made alike
-- tables
CREATE TABLE l (x INT);
CREATE TABLE r (x DOUBLE);
INSERT INTO l VALUES (1), (2), (2), (NULL);
INSERT INTO r VALUES (1.0), (2.5), (NULL);
-- view u: incremental
SELECT x FROM l UNION SELECT x FROM r;
-- view e: incremental
SELECT x FROM l EXCEPT ALL SELECT x FROM r;
-- cycle
INSERT INTO r VALUES (2.0), (3.0);
-- cycle
DELETE FROM l WHERE x IS NULL;
INSERT INTO l VALUES (5);
DELETE FROM r WHERE x IS NULL;
-- cycle
UPDATE r SET x = x + 0.5;
-- cycle
INSERT INTO l VALUES (3), (3), (4);
DELETE FROM r WHERE x < 3;
