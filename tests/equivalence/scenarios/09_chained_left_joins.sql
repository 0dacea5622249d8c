-- 09 left joins in a chain: the key of the third comes from the second, which may be missing
-- tables
CREATE TABLE a (id INT, b INT);
CREATE TABLE b (id INT, c INT);
CREATE TABLE c (id INT, name VARCHAR);
INSERT INTO a VALUES (1, 1), (2, 2), (3, NULL), (4, 9);
INSERT INTO b VALUES (1, 1), (2, 7), (5, 1);
INSERT INTO c VALUES (1, 'x'), (2, 'y');
-- view: incremental
SELECT a.id, b.c, c.name FROM a LEFT JOIN b ON a.b = b.id LEFT JOIN c ON b.c = c.id;
-- cycle
INSERT INTO c VALUES (7, 'z');
INSERT INTO b VALUES (9, 2);
-- cycle
DELETE FROM b WHERE id = 1;
DELETE FROM c WHERE id = 1;
-- cycle
UPDATE b SET c = c + 5 WHERE id = 9;
UPDATE a SET b = 5;
INSERT INTO c VALUES (1, NULL);
-- cycle
DELETE FROM b;
