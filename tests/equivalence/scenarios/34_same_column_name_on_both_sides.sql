-- 34 the same column names on both sides of a join, all of them selected
-- tables
CREATE TABLE a (id INT, name VARCHAR, x INT);
CREATE TABLE b (id INT, name VARCHAR, x INT);
INSERT INTO a VALUES (1, 'a1', 5), (2, 'a2', NULL);
INSERT INTO b VALUES (1, 'b1', 6), (2, 'b2', 7), (2, 'b2', 7);
-- view: incremental
SELECT a.*, b.id AS b_id, b.name AS b_name, b.x AS b_x FROM a JOIN b ON a.id = b.id;
-- cycle
UPDATE a SET name = 'A' WHERE id = 1;
UPDATE b SET name = 'B' WHERE id = 1;
-- cycle
INSERT INTO a VALUES (2, 'b2', 7);
DELETE FROM b WHERE id = 1;
-- cycle
UPDATE a SET x = 7, name = 'b2';
INSERT INTO b VALUES (1, 'b2', NULL);
