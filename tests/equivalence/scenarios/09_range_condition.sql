-- 09 join of points with ranges, overlapping and empty ones
-- tables
CREATE TABLE point (moment INT, name VARCHAR);
CREATE TABLE span (lo INT, hi INT, label VARCHAR);
INSERT INTO point VALUES (1, 'a'), (5, 'b'), (5, 'b'), (9, NULL), (NULL, 'n');
INSERT INTO span VALUES (0, 5, 'low'), (5, 10, 'high'), (7, 3, 'empty'), (NULL, 10, 'open');
-- view: incremental
SELECT p.name, p.moment, s.label FROM point p JOIN span s ON p.moment BETWEEN s.lo AND s.hi;
-- cycle
INSERT INTO point VALUES (4, 'c');
INSERT INTO span VALUES (3, 4, 'tight');
-- cycle
UPDATE span SET lo = 3, hi = 7 WHERE label = 'empty';
UPDATE point SET moment = moment + 1 WHERE name = 'b';
-- cycle
UPDATE span SET lo = 0 WHERE lo IS NULL;
DELETE FROM span WHERE label = 'low';
DELETE FROM point WHERE name IS NULL;
-- cycle: unchanged
INSERT INTO point VALUES (100, 'far');
INSERT INTO span VALUES (50, 60, 'void');
