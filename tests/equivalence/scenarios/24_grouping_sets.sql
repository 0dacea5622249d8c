-- 24 grouping sets with GROUPING(): a NULL of the data beside the NULL of a set that leaves the key out
-- tables
CREATE TABLE sale (city VARCHAR, kind VARCHAR, amount INT);
INSERT INTO sale VALUES ('p', 'x', 1), ('p', 'y', 2), ('q', 'x', 4), (NULL, 'x', 8), ('q', NULL, NULL);
-- view: incremental
SELECT city, kind, GROUPING(city) AS gc, GROUPING(kind) AS gk, SUM(amount) AS total, COUNT(*) AS n, MAX(amount) AS top
FROM sale GROUP BY GROUPING SETS ((city, kind), (city), (kind), ());
-- cycle
INSERT INTO sale VALUES ('p', NULL, 16), (NULL, NULL, 32);
-- cycle
DELETE FROM sale WHERE city = 'q';
-- cycle
UPDATE sale SET city = 'q' WHERE city IS NULL;
UPDATE sale SET amount = NULL WHERE kind = 'y';
-- cycle
DELETE FROM sale;
-- cycle
INSERT INTO sale VALUES (NULL, 'z', 1);
