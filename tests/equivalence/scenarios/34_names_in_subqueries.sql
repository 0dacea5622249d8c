-- 34 reserved words, spaces and quotes as names in outer joins, subqueries, windows and CTEs
-- tables
CREATE TABLE t ("select" INT, "order by" INT, "na""me" VARCHAR);
CREATE TABLE u ("select" INT, "over" INT);
INSERT INTO t VALUES (1, 1, 'a'), (2, 2, 'b'), (3, NULL, NULL);
INSERT INTO u VALUES (1, 10), (1, 20), (4, 40);
-- view: incremental
WITH "with" AS (SELECT "select", SUM("over") AS "sum of" FROM u GROUP BY "select")
SELECT t."na""me" AS "from", w."sum of", RANK() OVER (PARTITION BY t."order by" ORDER BY t."select") AS "rank",
       (SELECT MAX("over") FROM u WHERE u."select" = t."select") AS "max"
FROM t LEFT JOIN "with" w ON w."select" = t."select"
WHERE NOT EXISTS (SELECT 1 FROM u WHERE u."over" = t."order by");
-- cycle
INSERT INTO u VALUES (2, 5), (3, 1);
-- cycle
DELETE FROM u WHERE "over" = 1;
UPDATE t SET "order by" = 7;
-- cycle
DELETE FROM u WHERE "select" = 1;
UPDATE u SET "select" = 3 WHERE "select" = 4;
