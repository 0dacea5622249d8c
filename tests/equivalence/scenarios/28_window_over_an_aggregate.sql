-- 28 windows over an aggregate of the same SELECT, and over one of a left join
-- tables
CREATE TABLE shop (id INT, city VARCHAR);
CREATE TABLE sale (shop INT, amount INT);
INSERT INTO shop VALUES (1, 'p'), (2, 'p'), (3, 'q'), (4, NULL);
INSERT INTO sale VALUES (1, 10), (1, 5), (2, 7), (3, NULL);
-- view: incremental
SELECT s.city, s.id, SUM(x.amount) AS total, RANK() OVER (PARTITION BY s.city ORDER BY SUM(x.amount) DESC, s.id) AS place,
       SUM(COUNT(x.shop)) OVER (PARTITION BY s.city) AS city_sales, SUM(SUM(x.amount)) OVER () AS overall
FROM shop s LEFT JOIN sale x ON x.shop = s.id GROUP BY s.city, s.id;
-- cycle
INSERT INTO sale VALUES (2, 20), (4, 1);
-- cycle
DELETE FROM sale WHERE shop = 1;
UPDATE shop SET city = 'q' WHERE id = 1;
-- cycle
DELETE FROM shop WHERE id = 2;
INSERT INTO sale VALUES (3, 3);
-- cycle
DELETE FROM sale;
