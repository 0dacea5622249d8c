-- 09 cross join: both sides grow and shrink, and one of them becomes empty
-- tables
CREATE TABLE colour (c VARCHAR);
CREATE TABLE size (s INT);
INSERT INTO colour VALUES ('red'), ('blue'), ('red');
INSERT INTO size VALUES (1), (2), (NULL);
-- view: incremental
SELECT c, s FROM colour CROSS JOIN size;
-- cycle
INSERT INTO colour VALUES ('green'), (NULL);
INSERT INTO size VALUES (3);
-- cycle
DELETE FROM colour WHERE c = 'red';
UPDATE size SET s = 9 WHERE s IS NULL;
-- cycle
DELETE FROM size;
INSERT INTO colour VALUES ('black');
-- cycle
INSERT INTO size VALUES (1), (1);
DELETE FROM colour WHERE c IS NULL;
