-- 09 join: conditions written right to left, in the WHERE, and mixed with filters
-- tables
CREATE TABLE a (id INT, v INT);
CREATE TABLE b (a_id INT, w INT);
CREATE TABLE c (b_w INT, u VARCHAR);
INSERT INTO a VALUES (1, 5), (2, 6), (3, NULL);
INSERT INTO b VALUES (1, 7), (1, 7), (2, 8), (NULL, 9);
INSERT INTO c VALUES (7, 'x'), (8, 'y'), (8, NULL);
-- view: incremental
SELECT a.id, b.w, c.u FROM a JOIN b ON b.a_id = a.id, c WHERE c.b_w = b.w AND 4 < a.v;
-- cycle
INSERT INTO a VALUES (4, 100);
INSERT INTO b VALUES (4, 8);
UPDATE c SET u = 'z' WHERE u IS NULL;
-- cycle
UPDATE a SET v = 4 WHERE id = 1;
UPDATE a SET v = 5 WHERE id = 3;
INSERT INTO b VALUES (3, 7);
-- cycle
DELETE FROM b WHERE w = 8;
DELETE FROM c WHERE b_w = 8;
UPDATE a SET v = 50;
