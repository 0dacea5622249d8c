-- 23 join of two aggregates over tables that change together
-- tables
CREATE TABLE plan (dept INT, budget INT);
CREATE TABLE spend (dept INT, amount INT);
INSERT INTO plan VALUES (1, 100), (1, 50), (2, 70), (NULL, 1);
INSERT INTO spend VALUES (1, 30), (2, 80), (2, NULL), (3, 5);
-- view: incremental
SELECT p.dept, p.budget - s.amount AS free, s.n
FROM (SELECT dept, SUM(budget) AS budget FROM plan GROUP BY dept) AS p
JOIN (SELECT dept, SUM(amount) AS amount, COUNT(*) AS n FROM spend GROUP BY dept) AS s ON p.dept = s.dept
WHERE p.budget > s.amount OR s.n > 1;
-- cycle
INSERT INTO plan VALUES (3, 9);
INSERT INTO spend VALUES (1, 200);
-- cycle
DELETE FROM spend WHERE amount = 200;
UPDATE plan SET budget = budget * 2;
-- cycle
UPDATE plan SET dept = 2 WHERE dept = 1;
UPDATE spend SET dept = 2 WHERE dept = 1;
-- cycle
DELETE FROM plan WHERE dept = 2;
INSERT INTO spend VALUES (NULL, 1), (3, 3);
