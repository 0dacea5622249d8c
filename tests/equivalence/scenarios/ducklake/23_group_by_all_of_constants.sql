-- 23 GROUP BY ALL does not group by constants: over nothing there is still one row
-- tables
CREATE TABLE r (k INTEGER, x INTEGER);
-- view: incremental
SELECT 1 AS a, COUNT(*) AS n, SUM(x) AS s FROM r GROUP BY ALL;
-- cycle
INSERT INTO r VALUES (1, 2), (2, NULL);
-- cycle
DELETE FROM r;
-- cycle
INSERT INTO r VALUES (3, 3);
