-- 19 HAVING SUM(x) where SUM(x) is called x: inside the aggregate x is the column
-- tables
CREATE TABLE r (k INT, x INT);
INSERT INTO r VALUES (1, 2), (1, 5), (2, -3);
-- view: incremental
SELECT k, SUM(x) AS x FROM r GROUP BY k HAVING SUM(x) > 1;
-- cycle
INSERT INTO r VALUES (2, 9), (3, 2);
-- cycle
UPDATE r SET x = 0 WHERE x = 5;
DELETE FROM r WHERE k = 3;
-- cycle
DELETE FROM r;
