-- 05 right join: the same from the other side, beside an inner join
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
CREATE TABLE c (y INT, z VARCHAR);
INSERT INTO a VALUES (1, 1), (1, 2), (5, 5);
INSERT INTO b VALUES (1, 10), (2, 20), (NULL, 20);
INSERT INTO c VALUES (10, 'p'), (20, 'q'), (30, 'r');
-- view: incremental
SELECT a.x, b.k, c.z FROM a RIGHT JOIN b ON a.k = b.k JOIN c ON c.y = b.y;
-- cycle
DELETE FROM a WHERE k = 1;
-- cycle
INSERT INTO a VALUES (2, 7), (NULL, 8);
UPDATE c SET y = 10 WHERE z = 'r';
-- cycle
UPDATE b SET k = 5 WHERE k IS NULL;
DELETE FROM c WHERE z = 'p';
-- cycle
UPDATE a SET k = k + 1;
INSERT INTO b VALUES (3, 10), (6, 20);
