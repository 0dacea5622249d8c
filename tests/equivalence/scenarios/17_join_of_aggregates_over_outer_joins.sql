-- 17 an aggregate over an outer join, joined with one below an outer join
-- tables
CREATE TABLE shop (id INT, city VARCHAR);
CREATE TABLE sale (shop INT, amount INT);
INSERT INTO shop VALUES (1, 'p'), (2, 'p'), (3, 'q'), (4, NULL);
INSERT INTO sale VALUES (1, 10), (1, 20), (3, NULL);
-- view: incremental
WITH by_city AS (
    SELECT s.city, SUM(x.amount) AS total, COUNT(x.shop) AS sales FROM shop s LEFT JOIN sale x ON x.shop = s.id GROUP BY s.city
)
SELECT s.id, c.city, c.total, c.sales, m.total AS own
FROM shop s LEFT JOIN by_city c ON c.city = s.city LEFT JOIN (SELECT shop, SUM(amount) AS total FROM sale GROUP BY shop) m ON m.shop = s.id;
-- cycle
INSERT INTO sale VALUES (2, 5), (4, 1);
-- cycle
DELETE FROM sale WHERE shop = 1;
UPDATE shop SET city = 'q' WHERE id = 4;
-- cycle
UPDATE shop SET city = NULL WHERE city = 'p';
UPDATE sale SET shop = 3;
-- cycle
DELETE FROM sale;
