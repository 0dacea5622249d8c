-- 26 set operations bind columns by position: the same names in another order
-- tables
CREATE TABLE l (a INT, b INT);
CREATE TABLE r (a INT, b INT);
INSERT INTO l VALUES (1, 2), (3, 4), (5, 5);
INSERT INTO r VALUES (2, 1), (3, 4), (5, 5);
-- view swapped: incremental
SELECT a, b FROM l INTERSECT SELECT b, a FROM r;
-- view rest: incremental
SELECT b AS a, a AS b FROM l EXCEPT SELECT a, b FROM r;
-- cycle
INSERT INTO r VALUES (4, 3);
-- cycle
UPDATE l SET a = 4, b = 3 WHERE a = 5;
INSERT INTO l VALUES (6, 7);
INSERT INTO r VALUES (7, 6), (7, 7), (4, 4);
DELETE FROM r WHERE a = 3;
-- cycle
DELETE FROM r WHERE a = 2;
INSERT INTO l VALUES (NULL, 1), (1, NULL);
INSERT INTO r VALUES (NULL, 1);
-- cycle
UPDATE r SET b = a;
DELETE FROM l WHERE a = 3;
