-- 11 a left join below EXISTS, and EXISTS below a left join
-- tables
CREATE TABLE a (id INT);
CREATE TABLE b (id INT, a INT);
CREATE TABLE c (b INT);
INSERT INTO a VALUES (1), (2), (3);
INSERT INTO b VALUES (10, 1), (20, 2);
INSERT INTO c VALUES (10);
-- view: incremental
SELECT a.id FROM a WHERE EXISTS (SELECT 1 FROM b LEFT JOIN c ON c.b = b.id WHERE b.a = a.id AND c.b IS NULL);
-- view other: incremental
SELECT a.id, x.id AS b FROM a LEFT JOIN (SELECT * FROM b WHERE b.id IN (SELECT b FROM c)) x ON x.a = a.id;
-- cycle
DELETE FROM c;
-- cycle
INSERT INTO b VALUES (30, 3), (31, 3);
INSERT INTO c VALUES (20), (31), (31);
-- cycle
DELETE FROM b WHERE id = 30;
INSERT INTO c VALUES (10);
DELETE FROM a WHERE id = 2;
-- cycle
UPDATE b SET a = 2;
INSERT INTO a VALUES (2), (2);
DELETE FROM c WHERE b = 10;
