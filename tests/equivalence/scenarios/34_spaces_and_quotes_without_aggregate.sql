-- 34 odd names in a plain projection, a USING join, DISTINCT and a CTE
-- tables
CREATE TABLE a_b ("order item ""x""" INT, "semi;colon" VARCHAR);
CREATE TABLE "c" ("order item ""x""" INT, "--dash" VARCHAR);
INSERT INTO a_b VALUES (1, 'p'), (1, 'p'), (2, NULL);
INSERT INTO "c" VALUES (1, 'q'), (2, 'r'), (3, 's');
-- view: incremental
WITH "with space" AS (SELECT "order item ""x""", "semi;colon" AS "SELECT 1; --" FROM a_b)
SELECT DISTINCT "order item ""x""", "SELECT 1; --", "--dash" AS "/* x */" FROM "with space" JOIN "c" USING ("order item ""x""");
-- cycle
INSERT INTO a_b VALUES (3, 'z'), (3, 'z');
-- cycle
UPDATE "c" SET "--dash" = '; DROP TABLE c' WHERE "order item ""x""" = 1;
-- cycle
DELETE FROM a_b WHERE "order item ""x""" = 3;
UPDATE a_b SET "semi;colon" = '''' WHERE "semi;colon" IS NULL;
