-- 10 a CTE with an aggregate, used three times: joined with itself and in a union
-- tables
CREATE TABLE sale (region VARCHAR, month INT, amount INT);
INSERT INTO sale VALUES ('n', 1, 10), ('n', 2, 30), ('n', 2, 5), ('s', 1, 7), ('s', 3, 8), (NULL, 1, 1);
-- view: incremental
WITH monthly AS (SELECT region, month, SUM(amount) AS amount FROM sale GROUP BY region, month)
SELECT a.region, a.month, b.amount - a.amount AS growth FROM monthly a JOIN monthly b ON a.region = b.region AND b.month = a.month + 1
UNION ALL
SELECT region, -1, amount FROM monthly WHERE amount > 20;
-- cycle
INSERT INTO sale VALUES ('s', 2, 20), ('n', 3, 1), ('n', 3, NULL);
-- cycle
DELETE FROM sale WHERE region = 'n' AND month = 2 AND amount = 30;
-- cycle
UPDATE sale SET month = month + 1 WHERE region = 's';
UPDATE sale SET region = 'n' WHERE region IS NULL;
-- cycle
DELETE FROM sale WHERE month = 3;
INSERT INTO sale VALUES ('s', 4, 50), ('s', 5, 50);
