-- 10 self left join: an employee without a boss; the boss is renamed, leaves, moves
-- tables
CREATE TABLE person (id INT, boss INT, name VARCHAR);
INSERT INTO person VALUES (1, NULL, 'ann'), (2, 1, 'bob'), (3, 1, 'cid'), (4, 9, 'dan');
-- view: incremental
SELECT p.name, b.name AS boss, b.boss AS next FROM person p LEFT JOIN person b ON p.boss = b.id;
-- cycle
UPDATE person SET name = 'ANN' WHERE id = 1;
-- cycle
DELETE FROM person WHERE id = 1;
INSERT INTO person VALUES (9, 2, 'eve');
-- cycle
UPDATE person SET boss = id;
-- cycle
UPDATE person SET id = id + 1;
INSERT INTO person VALUES (2, NULL, NULL);
