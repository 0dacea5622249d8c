-- 13 EXISTS in EXISTS in EXISTS, each correlated with the one around it
-- tables
CREATE TABLE a (id INT);
CREATE TABLE b (id INT, a INT);
CREATE TABLE c (id INT, b INT);
CREATE TABLE d (c INT, v INT);
INSERT INTO a VALUES (1), (2), (3);
INSERT INTO b VALUES (10, 1), (20, 2), (30, 3);
INSERT INTO c VALUES (100, 10), (200, 20);
INSERT INTO d VALUES (100, 1), (100, 2);
-- view: incremental
SELECT a.id FROM a WHERE EXISTS (
    SELECT 1 FROM b WHERE b.a = a.id AND NOT EXISTS (
        SELECT 1 FROM c WHERE c.b = b.id AND c.id IN (SELECT d.c FROM d WHERE d.v > 0)));
-- cycle
DELETE FROM d WHERE v = 1;
INSERT INTO d VALUES (200, 5);
-- cycle
UPDATE d SET v = -v;
-- cycle
DELETE FROM b WHERE id = 10;
INSERT INTO c VALUES (300, 30);
INSERT INTO d VALUES (300, 1);
-- cycle
UPDATE b SET a = 1;
DELETE FROM d WHERE c = 300;
