-- 34 a column called `order item "x"`, used everywhere
-- tables
CREATE TABLE my_table ("order item ""x""" INT, "a b" INT, "c.d" VARCHAR);
CREATE TABLE its ("order item ""x""" INT, "%" INT);
INSERT INTO my_table VALUES (1, 10, 'p'), (1, 20, 'q'), (2, NULL, 'p'), (NULL, 5, NULL);
INSERT INTO its VALUES (1, 100), (2, 200), (2, 200);
-- view: incremental
SELECT m."order item ""x""", i."%" AS "100 ""%""", SUM(m."a b") AS "sum of ""a b""", COUNT(DISTINCT m."c.d") AS "c.d", MAX(i."%")
FROM my_table m JOIN its i ON m."order item ""x""" = i."order item ""x"""
WHERE m."order item ""x""" < 10
GROUP BY m."order item ""x""", i."%"
HAVING COUNT(*) < 5;
-- cycle
INSERT INTO my_table VALUES (2, 7, 'r');
UPDATE its SET "%" = 101 WHERE "%" = 100;
-- cycle
DELETE FROM my_table WHERE "a b" = 10;
INSERT INTO its VALUES (1, 101);
-- cycle
UPDATE my_table SET "order item ""x""" = 2;
-- cycle
DELETE FROM its WHERE "%" = 200;
INSERT INTO its VALUES (2, NULL);
