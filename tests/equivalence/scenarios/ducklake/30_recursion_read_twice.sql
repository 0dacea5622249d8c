-- 30 a recursion that is read twice, beside what is not a recursion, and one in the step of another
-- tables
CREATE TABLE person (id INT, boss INT, team VARCHAR);
CREATE TABLE alias (old VARCHAR, new VARCHAR);
INSERT INTO person VALUES (1, NULL, 'a'), (2, 1, 'b'), (3, 1, 'c'), (4, 2, 'b'), (5, 4, 'd');
INSERT INTO alias VALUES ('b', 'x'), ('x', 'y');
-- view: incremental
WITH RECURSIVE named AS (
    SELECT old AS first, new AS last FROM alias
    UNION
    SELECT n.first, a.new FROM named n JOIN alias a ON a.old = n.last
), above AS (
    SELECT id, boss, COALESCE(team, '?') AS team FROM person WHERE boss IS NOT NULL
    UNION
    SELECT b.id, p.boss, COALESCE(n.last, b.team) FROM above b JOIN person p ON p.id = b.boss
    JOIN (SELECT first, last FROM named UNION ALL SELECT 'd', 'd') n ON n.first = b.team
)
SELECT x.id, COUNT(*) AS n, MAX(y.boss) AS boss FROM above x LEFT JOIN above y ON y.id = x.boss AND y.team <> x.team GROUP BY x.id;
-- cycle
INSERT INTO alias VALUES ('y', 'z'), ('d', 'b');
-- cycle
DELETE FROM alias WHERE old = 'x';
UPDATE person SET boss = 3 WHERE id = 2;
-- cycle
DELETE FROM person WHERE id = 4;
INSERT INTO person VALUES (6, 5, 'd'), (4, 3, NULL);
-- cycle
DELETE FROM alias;
