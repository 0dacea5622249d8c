-- 10 self full join of each row with the next one, below an aggregate
-- tables
CREATE TABLE reading (sensor INT, tick INT, value INT);
INSERT INTO reading VALUES (1, 1, 10), (1, 2, 15), (1, 4, 7), (2, 1, NULL);
-- view: incremental
SELECT COALESCE(a.sensor, b.sensor) AS sensor, COUNT(*) AS n, SUM(b.value - a.value) AS rise, COUNT(a.tick) AS befores, COUNT(b.tick) AS afters
FROM reading a FULL JOIN reading b ON a.sensor = b.sensor AND b.tick = a.tick + 1
GROUP BY COALESCE(a.sensor, b.sensor);
-- cycle
INSERT INTO reading VALUES (1, 3, 20), (2, 2, 3);
-- cycle
DELETE FROM reading WHERE tick = 2;
-- cycle
UPDATE reading SET tick = tick - 1 WHERE tick = 4;
UPDATE reading SET value = value + 1 WHERE tick = 3;
-- cycle
UPDATE reading SET sensor = 2 WHERE sensor = 1 AND value < 20;
DELETE FROM reading WHERE tick = 1;
