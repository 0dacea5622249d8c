-- 09 left join by a range: an interval grows over rows that had none
-- tables
CREATE TABLE event (id INT, moment INT);
CREATE TABLE span (name VARCHAR, lo INT, hi INT);
INSERT INTO event VALUES (1, 5), (2, 15), (3, 25), (4, NULL);
INSERT INTO span VALUES ('a', 0, 10), ('b', 4, 6), ('c', 100, NULL);
-- view: incremental
SELECT e.id, e.moment, s.name FROM event e LEFT JOIN span s ON e.moment BETWEEN s.lo AND s.hi;
-- cycle
UPDATE span SET hi = 20 WHERE name = 'a';
-- cycle
DELETE FROM span WHERE name = 'a';
UPDATE event SET moment = 5 WHERE id = 4;
-- cycle
INSERT INTO span VALUES ('d', 20, 30), ('d', 20, 30);
DELETE FROM span WHERE name = 'b';
-- cycle
UPDATE span SET hi = 1000 WHERE hi IS NULL;
UPDATE event SET moment = 500 WHERE id = 1;
