-- 14 duplicates on the left of a semi join whose key is not projected, and duplicates of the partner
-- tables
CREATE TABLE l (k INT, name VARCHAR);
CREATE TABLE r (k INT);
INSERT INTO l VALUES (1, 'a'), (1, 'a'), (2, 'a'), (3, 'b'), (NULL, 'a');
INSERT INTO r VALUES (1), (1), (3);
-- view inside: incremental
SELECT name FROM l WHERE k IN (SELECT k FROM r);
-- view outside: incremental
SELECT name FROM l WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.k = l.k);
-- cycle
INSERT INTO r VALUES (2), (2);
INSERT INTO l VALUES (1, 'a');
-- cycle
DELETE FROM r WHERE k = 1;
-- cycle
INSERT INTO l VALUES (2, 'a'), (4, 'a');
INSERT INTO r VALUES (4), (1);
-- cycle
DELETE FROM l WHERE k = 1;
DELETE FROM r WHERE k = 2;
