-- 10 self-join: a row and its partner change together, being the same table
-- tables
CREATE TABLE employee (id INT, boss INT, name VARCHAR);
INSERT INTO employee VALUES (1, NULL, 'ann'), (2, 1, 'bob'), (3, 1, 'cid'), (4, 2, 'dot'), (5, 5, 'own boss');
-- view: incremental
SELECT e.name AS employee, b.name AS boss FROM employee e JOIN employee b ON e.boss = b.id;
-- cycle
INSERT INTO employee VALUES (6, 4, 'eve'), (7, 6, 'fay'), (8, 8, 'gus');
-- cycle
UPDATE employee SET name = UPPER(name);
-- cycle
DELETE FROM employee WHERE id IN (4, 6, 5);
-- cycle
UPDATE employee SET boss = id;
-- cycle
UPDATE employee SET id = 2 WHERE id = 3;
DELETE FROM employee WHERE name = 'ANN';
