-- 24 COUNT(DISTINCT) over a join in which both sides change
-- tables
CREATE TABLE visit (person INT, place INT);
CREATE TABLE place (id INT, city VARCHAR);
INSERT INTO visit VALUES (1, 1), (1, 2), (2, 1), (3, 3), (NULL, 1);
INSERT INTO place VALUES (1, 'rome'), (2, 'rome'), (3, 'oslo'), (4, NULL);
-- view: incremental
SELECT city, COUNT(DISTINCT person) AS people, COUNT(*) AS visits FROM visit JOIN place ON visit.place = place.id GROUP BY city;
-- cycle
UPDATE place SET city = 'rome' WHERE id = 3;
INSERT INTO visit VALUES (3, 4);
-- cycle
DELETE FROM visit WHERE place = 1;
UPDATE place SET city = 'oslo' WHERE id = 2;
-- cycle
UPDATE visit SET person = 1;
DELETE FROM place WHERE id = 4;
INSERT INTO place VALUES (3, 'oslo');
-- cycle
DELETE FROM visit;
