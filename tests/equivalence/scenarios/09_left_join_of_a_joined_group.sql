-- 09 left join onto a join in parentheses: the row is kept when either table of it goes
-- tables
CREATE TABLE a (id INT);
CREATE TABLE b (id INT, a INT);
CREATE TABLE c (b INT, v INT);
INSERT INTO a VALUES (1), (2), (3);
INSERT INTO b VALUES (10, 1), (20, 2), (21, 2);
INSERT INTO c VALUES (10, 100), (20, 200);
-- view: incremental
SELECT a.id, b.id AS b, c.v FROM a LEFT JOIN (b JOIN c ON c.b = b.id) ON b.a = a.id;
-- cycle
DELETE FROM c WHERE b = 10;
INSERT INTO c VALUES (21, 210);
-- cycle
DELETE FROM b WHERE id = 20;
INSERT INTO c VALUES (10, 101), (10, 102);
-- cycle
UPDATE b SET a = 3;
-- cycle
DELETE FROM b;
INSERT INTO a VALUES (2);
