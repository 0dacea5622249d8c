-- 09 NATURAL JOIN over three tables that share different columns
-- tables
CREATE TABLE city (city_id INT, city VARCHAR, country_id INT);
CREATE TABLE country (country_id INT, country VARCHAR);
CREATE TABLE visit (city_id INT, visitor VARCHAR);
INSERT INTO city VALUES (1, 'rome', 1), (2, 'bari', 1), (3, 'oslo', 2), (4, 'none', NULL);
INSERT INTO country VALUES (1, 'italy'), (2, 'norway'), (NULL, 'nowhere');
INSERT INTO visit VALUES (1, 'a'), (1, 'a'), (3, 'b'), (NULL, 'c');
-- view: incremental
SELECT visitor, city, country, city_id, country_id FROM visit NATURAL JOIN city NATURAL JOIN country;
-- cycle
INSERT INTO visit VALUES (2, 'd'), (5, 'e');
INSERT INTO city VALUES (5, 'turku', 3);
INSERT INTO country VALUES (3, 'finland');
-- cycle
UPDATE city SET country_id = 2 WHERE city = 'rome';
DELETE FROM country WHERE country = 'norway';
INSERT INTO country VALUES (2, 'sweden');
-- cycle
DELETE FROM visit WHERE visitor = 'a';
DELETE FROM city WHERE city_id = 3;
UPDATE visit SET city_id = 2;
