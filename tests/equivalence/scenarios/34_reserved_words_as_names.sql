-- 34 reserved words as names of tables and columns
-- tables
CREATE TABLE "order" ("select" INT, "from" VARCHAR, "group" INT);
CREATE TABLE "table" ("select" INT, "where" VARCHAR);
INSERT INTO "order" VALUES (1, 'a', 1), (2, 'b', 1), (NULL, 'c', 2);
INSERT INTO "table" VALUES (1, 'x'), (2, 'y'), (2, 'y');
-- view: incremental
SELECT "o"."group" AS "by", COUNT(*) AS "count", MAX("t"."where") AS "having", MIN("from") AS "limit"
FROM "order" AS "o" JOIN "table" AS "t" ON "o"."select" = "t"."select" WHERE "o"."from" <> 'and' GROUP BY "o"."group";
-- cycle
INSERT INTO "order" VALUES (2, 'union', 2);
INSERT INTO "table" VALUES (1, 'where');
-- cycle
UPDATE "order" SET "select" = 1 WHERE "from" = 'c';
DELETE FROM "table" WHERE "where" = 'where';
-- cycle
UPDATE "order" SET "from" = 'and' WHERE "group" = 1;
-- cycle
DELETE FROM "order";
