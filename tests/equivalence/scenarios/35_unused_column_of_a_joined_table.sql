-- 35 an update of a column that neither the join nor the aggregate uses
-- tables
CREATE TABLE o (id INT, c INT, amount INT, note VARCHAR);
CREATE TABLE c (id INT, name VARCHAR, phone VARCHAR);
INSERT INTO o VALUES (1, 1, 10, NULL), (2, 1, 20, NULL), (3, 2, 5, NULL);
INSERT INTO c VALUES (1, 'ann', NULL), (2, 'bob', NULL);
-- view: incremental
SELECT c.name, SUM(o.amount) AS total, MAX(o.amount) AS hi FROM o JOIN c ON c.id = o.c GROUP BY c.name;
-- cycle: unwritten
UPDATE o SET note = 'paid';
UPDATE c SET phone = '555';
-- cycle
UPDATE o SET note = NULL, amount = 11 WHERE id = 1;
UPDATE c SET phone = NULL;
-- cycle: unwritten
UPDATE o SET id = id + 100;
-- cycle
UPDATE c SET phone = name, name = 'eve' WHERE id = 2;
