-- 09 join on inequalities only: every change meets many rows
-- tables
CREATE TABLE bid (id INT, price INT);
CREATE TABLE ask (id INT, price INT);
INSERT INTO bid VALUES (1, 10), (2, 12), (3, NULL), (4, 12);
INSERT INTO ask VALUES (1, 9), (2, 11), (3, 13), (4, NULL);
-- view: incremental
SELECT b.id AS bid, a.id AS ask, b.price - a.price AS spread FROM bid b JOIN ask a ON b.price >= a.price AND a.id <> b.id;
-- cycle
INSERT INTO bid VALUES (5, 20);
INSERT INTO ask VALUES (5, 1), (6, 20);
-- cycle
UPDATE bid SET price = price - 1;
UPDATE ask SET price = price - 1;
DELETE FROM ask WHERE id = 1;
-- cycle
DELETE FROM bid WHERE id IN (2, 5);
UPDATE ask SET price = 0 WHERE price IS NULL;
-- cycle
DELETE FROM bid;
INSERT INTO bid VALUES (7, 11), (7, 11);
