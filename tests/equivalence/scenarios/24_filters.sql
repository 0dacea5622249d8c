-- 24 FILTER on every aggregate, with conditions that are unknown
-- tables
CREATE TABLE t (g INT, ok BOOLEAN, x INT);
INSERT INTO t VALUES (1, TRUE, 1), (1, FALSE, 2), (1, NULL, 4), (2, NULL, 8), (2, TRUE, NULL);
-- view: incremental
SELECT g, COUNT(*) FILTER (WHERE ok) AS n, SUM(x) FILTER (WHERE ok) AS s, MIN(x) FILTER (WHERE NOT ok) AS lo, AVG(x) FILTER (WHERE ok IS NULL OR x > 1) AS a,
       COUNT(DISTINCT x) FILTER (WHERE x < 5) AS d, SUM(x) AS total
FROM t GROUP BY g;
-- cycle
UPDATE t SET ok = NOT ok;
-- cycle
INSERT INTO t VALUES (1, TRUE, 2), (2, FALSE, 1), (3, NULL, NULL);
-- cycle
UPDATE t SET ok = NULL;
-- cycle
UPDATE t SET ok = x > 1, x = x + 1;
DELETE FROM t WHERE g = 2 AND x > 8;
