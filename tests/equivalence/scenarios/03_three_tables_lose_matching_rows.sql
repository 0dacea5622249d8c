-- 03 join of three: matching rows go from all three tables at once
-- tables
CREATE TABLE a (x INT, av VARCHAR);
CREATE TABLE b (x INT, y INT);
CREATE TABLE c (y INT, cv VARCHAR);
INSERT INTO a VALUES (1, 'a1'), (1, 'a1'), (2, 'a2'), (3, 'a3');
INSERT INTO b VALUES (1, 10), (2, 20), (2, 10), (3, 30), (NULL, 10);
INSERT INTO c VALUES (10, 'c10'), (20, 'c20'), (20, 'c20'), (NULL, 'cn');
-- view: incremental
SELECT a.av, b.x, b.y, c.cv FROM a JOIN b ON a.x = b.x JOIN c ON b.y = c.y;
-- cycle
DELETE FROM a WHERE x = 1;
DELETE FROM b WHERE x = 1;
DELETE FROM c WHERE y = 10;
-- cycle
INSERT INTO a VALUES (1, 'new');
INSERT INTO b VALUES (1, 10), (3, 10);
INSERT INTO c VALUES (10, 'new'), (30, 'new');
-- cycle
BEGIN;
DELETE FROM a WHERE x = 2;
UPDATE b SET y = 30 WHERE x = 1;
DELETE FROM c WHERE y = 20;
INSERT INTO a VALUES (2, 'again');
COMMIT;
-- cycle
DELETE FROM a;
DELETE FROM b;
DELETE FROM c;
