-- 34 the star of a struct: its fields, with and without EXCLUDE, and of one that is NULL
-- tables
CREATE TABLE place (id INT, spot STRUCT(street VARCHAR, zip INT, geo STRUCT(lat DOUBLE, lon DOUBLE)));
INSERT INTO place VALUES (1, {'street': 'a', 'zip': 10, 'geo': {'lat': 1, 'lon': 2}}), (2, NULL);
-- view: incremental
SELECT id, spot.* EXCLUDE (geo), spot.zip + 1 AS next FROM place;
-- cycle
INSERT INTO place VALUES (3, {'street': NULL, 'zip': 30, 'geo': NULL});
-- cycle
UPDATE place SET spot = {'street': 'b', 'zip': 11, 'geo': NULL} WHERE id = 1;
-- cycle
DELETE FROM place WHERE id = 2;
