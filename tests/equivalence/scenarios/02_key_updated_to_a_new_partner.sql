-- 02 join below an aggregate: a row moves to a partner that arrives in the same refresh
-- tables
CREATE TABLE item (id INT, shelf INT, qty INT);
CREATE TABLE shelf (id INT, room VARCHAR);
INSERT INTO item VALUES (1, 1, 3), (2, 1, 4), (3, 2, NULL), (4, NULL, 9);
INSERT INTO shelf VALUES (1, 'north'), (2, 'south');
-- view: incremental
SELECT room, SUM(qty) AS qty, COUNT(*) AS items FROM item JOIN shelf ON item.shelf = shelf.id GROUP BY room;
-- cycle
UPDATE item SET shelf = 3 WHERE id = 1;
INSERT INTO shelf VALUES (3, 'west');
-- cycle
UPDATE item SET shelf = 4 WHERE shelf = 3;
UPDATE shelf SET id = 4 WHERE id = 2;
DELETE FROM shelf WHERE id = 3;
-- cycle
UPDATE item SET shelf = 1 WHERE id = 4;
UPDATE shelf SET room = 'south' WHERE id = 1;
-- cycle
DELETE FROM shelf;
UPDATE item SET qty = 0;
