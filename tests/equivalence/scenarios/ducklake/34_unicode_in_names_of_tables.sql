-- 34 unicode in names, that of the table too (Spark takes ASCII there), and values
-- tables
CREATE TABLE "größe" ("名前" VARCHAR, "naïve" INT, "Ω" DECIMAL(9, 2));
INSERT INTO "größe" VALUES ('日本', 1, 1.50), ('ñandú', 2, NULL), ('日本', 3, 2.25), ('🦆', 4, 0);
-- view: incremental
SELECT "名前", SUM("naïve") AS "Σ", MAX("Ω") AS "größte 🦆", '→' || "名前" AS "→" FROM "größe" WHERE "名前" <> 'Ünïcode' GROUP BY "名前";
-- cycle
INSERT INTO "größe" VALUES ('🦆', 5, 9.99), ('é', 1, 1), ('é', 1, 1);
-- cycle
UPDATE "größe" SET "名前" = 'Ünïcode' WHERE "naïve" = 3;
-- cycle
DELETE FROM "größe" WHERE "名前" = '🦆' OR "Ω" IS NULL;
UPDATE "größe" SET "名前" = '日本';
