-- 10 a CTE used twice, joined with itself
-- tables
CREATE TABLE reading (sensor INT, moment INT, value DECIMAL(9, 2));
INSERT INTO reading VALUES (1, 1, 1.50), (1, 2, 2.50), (2, 1, 9.00), (2, 2, NULL), (1, 3, 2.50);
-- view: incremental
WITH good AS (SELECT sensor, moment, value FROM reading WHERE value < 100)
SELECT a.sensor, a.moment AS since, b.value - a.value AS step FROM good a JOIN good b ON a.sensor = b.sensor AND b.moment = a.moment + 1;
-- cycle
INSERT INTO reading VALUES (2, 3, 4.00), (1, 4, 150), (1, 5, 3.00), (2, 2, 8.00);
-- cycle
UPDATE reading SET value = value / 2;
-- cycle
DELETE FROM reading WHERE sensor = 1 AND moment IN (2, 5);
UPDATE reading SET value = 1 WHERE value IS NULL;
-- cycle
UPDATE reading SET moment = moment + 1 WHERE sensor = 2 AND moment > 1;
INSERT INTO reading VALUES (1, 2, 1.00), (1, 2, 1.00);
