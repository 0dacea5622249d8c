-- 34 a column called `order item "x"`, used everywhere, in tables with odd names (Spark takes letters, digits and _)
-- tables
CREATE TABLE "my table" ("order item ""x""" INT, "a b" INT, "c.d" VARCHAR);
CREATE TABLE "it's" ("order item ""x""" INT, "%" INT);
INSERT INTO "my table" VALUES (1, 10, 'p'), (1, 20, 'q'), (2, NULL, 'p'), (NULL, 5, NULL);
INSERT INTO "it's" VALUES (1, 100), (2, 200), (2, 200);
-- view: incremental
SELECT m."order item ""x""", i."%" AS "100 ""%""", SUM(m."a b") AS "sum of ""a b""", COUNT(DISTINCT m."c.d") AS "c.d", MAX(i."%")
FROM "my table" m JOIN "it's" i ON m."order item ""x""" = i."order item ""x"""
WHERE m."order item ""x""" < 10
GROUP BY m."order item ""x""", i."%"
HAVING COUNT(*) < 5;
-- cycle
INSERT INTO "my table" VALUES (2, 7, 'r');
UPDATE "it's" SET "%" = 101 WHERE "%" = 100;
-- cycle
DELETE FROM "my table" WHERE "a b" = 10;
INSERT INTO "it's" VALUES (1, 101);
-- cycle
UPDATE "my table" SET "order item ""x""" = 2;
-- cycle
DELETE FROM "it's" WHERE "%" = 200;
INSERT INTO "it's" VALUES (2, NULL);
