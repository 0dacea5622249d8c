-- 06 a left join onto an aggregate of another left join, below a third aggregate
-- tables
CREATE TABLE dept (id INT, boss INT);
CREATE TABLE person (id INT, dept INT);
CREATE TABLE pay (person INT, amount INT);
INSERT INTO dept VALUES (1, 1), (2, 1), (3, 2);
INSERT INTO person VALUES (10, 1), (11, 1), (12, 2);
INSERT INTO pay VALUES (10, 5), (10, 6), (12, NULL);
-- view: incremental
SELECT d.boss, COUNT(*) AS depts, COUNT(x.people) AS used, SUM(x.paid) AS paid, MAX(x.top) AS top
FROM dept d LEFT JOIN (
    SELECT p.dept, COUNT(DISTINCT p.id) AS people, SUM(y.amount) AS paid, MAX(y.amount) AS top
    FROM person p LEFT JOIN pay y ON y.person = p.id GROUP BY p.dept
) x ON x.dept = d.id
GROUP BY d.boss;
-- cycle
DELETE FROM pay WHERE amount = 6;
INSERT INTO person VALUES (13, 3);
-- cycle
INSERT INTO pay VALUES (13, 8), (12, 2);
DELETE FROM person WHERE dept = 1;
-- cycle
UPDATE dept SET boss = 2 WHERE id = 2;
UPDATE person SET dept = 2;
-- cycle
DELETE FROM pay;
DELETE FROM dept WHERE id = 1;
