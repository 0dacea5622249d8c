-- 14 join of duplicates on the left, key not projected: copies are counted, not merged
-- tables
CREATE TABLE ticket (owner INT, title VARCHAR);
CREATE TABLE active (owner INT);
INSERT INTO ticket VALUES (1, 'fix'), (2, 'fix'), (2, 'fix'), (3, 'add'), (NULL, 'fix');
INSERT INTO active VALUES (1), (2);
-- view: incremental
SELECT t.title FROM ticket t JOIN active a ON a.owner = t.owner;
-- cycle
DELETE FROM active WHERE owner = 1;
-- cycle
INSERT INTO active VALUES (3), (1);
DELETE FROM ticket WHERE owner = 2;
-- cycle
UPDATE ticket SET owner = 1;
-- cycle
INSERT INTO active VALUES (1);
DELETE FROM ticket WHERE title = 'add';
