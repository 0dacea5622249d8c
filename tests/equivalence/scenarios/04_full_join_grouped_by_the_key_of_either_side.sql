-- 04 full join of two aggregates, grouped again by the key of either side
-- tables
CREATE TABLE plan (region VARCHAR, amount INT);
CREATE TABLE fact (region VARCHAR, amount INT);
INSERT INTO plan VALUES ('n', 10), ('n', 5), ('s', 7), (NULL, 1);
INSERT INTO fact VALUES ('s', 3), ('w', 4), ('w', NULL);
-- view: incremental
SELECT COALESCE(p.region, f.region) AS region, SUM(p.total) AS planned, SUM(f.total) AS done, COUNT(*) AS n
FROM (SELECT region, SUM(amount) AS total FROM plan GROUP BY region) p
FULL JOIN (SELECT region, SUM(amount) AS total FROM fact GROUP BY region) f ON p.region = f.region
GROUP BY COALESCE(p.region, f.region);
-- cycle
INSERT INTO plan VALUES ('w', 2), ('e', 1);
INSERT INTO fact VALUES ('e', 1), ('n', 20), (NULL, 5);
-- cycle
DELETE FROM plan WHERE region = 's';
DELETE FROM fact WHERE region = 'n';
-- cycle
UPDATE plan SET region = NULL WHERE region = 'e';
UPDATE fact SET region = 's' WHERE region IS NULL;
-- cycle
DELETE FROM plan;
