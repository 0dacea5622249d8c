-- 07 an upstream view with duplicate rows: the copies travel with their number
-- tables
CREATE TABLE tag (item INT, tag VARCHAR);
CREATE TABLE weight (tag VARCHAR, w INT);
INSERT INTO tag VALUES (1, 'red'), (1, 'red'), (2, 'red'), (2, 'blue'), (3, NULL);
INSERT INTO weight VALUES ('red', 2), ('blue', 3), ('blue', 3);
-- view names: incremental
SELECT tag FROM tag WHERE item < 10;
-- view weighed: incremental
SELECT n.tag, w.w FROM names n JOIN weight w ON w.tag = n.tag;
-- view summed: incremental
SELECT tag, SUM(w) AS total, COUNT(*) AS copies FROM weighed GROUP BY tag;
-- cycle
INSERT INTO tag VALUES (4, 'red'), (5, 'blue'), (5, 'blue');
-- cycle
DELETE FROM tag WHERE item = 1;
DELETE FROM weight WHERE tag = 'blue';
INSERT INTO weight VALUES ('blue', 3);
-- cycle
UPDATE tag SET tag = 'blue' WHERE tag = 'red';
UPDATE weight SET w = w + 1;
-- cycle: unchanged
UPDATE tag SET item = item + 1;
INSERT INTO tag VALUES (50, 'red');
