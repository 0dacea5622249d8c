-- 06 two left joins onto aggregates that both change; the winner of one MAX goes
-- tables
CREATE TABLE item (id INT, name VARCHAR);
CREATE TABLE bid (item INT, amount INT);
CREATE TABLE note (item INT, stars INT);
INSERT INTO item VALUES (1, 'a'), (2, 'b'), (3, 'c'), (4, NULL);
INSERT INTO bid VALUES (1, 5), (1, 9), (2, 3), (NULL, 100);
INSERT INTO note VALUES (1, 4), (3, 2), (3, 5);
-- view: incremental
SELECT i.id, i.name, b.best, b.bids, n.stars, n.worst
FROM item i
LEFT JOIN (SELECT item, MAX(amount) AS best, COUNT(*) AS bids FROM bid GROUP BY item) b ON b.item = i.id
LEFT JOIN (SELECT item, SUM(stars) AS stars, MIN(stars) AS worst FROM note GROUP BY item) n ON n.item = i.id;
-- cycle
DELETE FROM bid WHERE amount = 9;
INSERT INTO note VALUES (1, 1), (2, 3);
-- cycle
DELETE FROM bid WHERE item = 1;
DELETE FROM note WHERE item = 3 AND stars = 2;
INSERT INTO bid VALUES (3, 8), (4, NULL);
-- cycle
UPDATE bid SET item = 4, amount = 1 WHERE item = 2;
UPDATE note SET item = 4 WHERE item = 1;
UPDATE item SET name = 'd' WHERE id = 4;
-- cycle
DELETE FROM bid;
DELETE FROM note WHERE stars > 1;
