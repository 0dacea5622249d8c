-- 09 join under OR: a pair can match by either side, and must be counted once
-- tables
CREATE TABLE person (id INT, mail VARCHAR, phone VARCHAR);
CREATE TABLE contact (id INT, mail VARCHAR, phone VARCHAR);
INSERT INTO person VALUES (1, 'm1', 'p1'), (2, 'm2', NULL), (3, NULL, 'p3');
INSERT INTO contact VALUES (1, 'm1', 'p1'), (2, 'm2', 'p3'), (3, NULL, NULL);
-- view: incremental
SELECT p.id AS person, c.id AS contact FROM person p JOIN contact c ON p.mail = c.mail OR p.phone = c.phone;
-- cycle
UPDATE contact SET phone = 'p1';
-- cycle
UPDATE person SET mail = 'm2' WHERE id = 3;
INSERT INTO contact VALUES (4, 'm1', 'p3');
-- cycle
DELETE FROM person WHERE id = 1;
UPDATE contact SET mail = NULL;
INSERT INTO person VALUES (5, NULL, 'p1');
