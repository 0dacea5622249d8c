-- 24 WITHIN GROUP: percentiles in descending order and of lists, MODE(), and ANY_VALUE with ORDER BY
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (1, 2), (1, 9), (2, 4), (3, NULL);
-- view: incremental
SELECT g, PERCENTILE_DISC(0.25) WITHIN GROUP (ORDER BY x DESC) AS d, PERCENTILE_CONT([0.1, 0.9]) WITHIN GROUP (ORDER BY x) AS c, MODE() WITHIN GROUP (ORDER BY x) AS m, ANY_VALUE(x ORDER BY x DESC) AS a FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (2, 6), (2, 6), (3, 1);
-- cycle
DELETE FROM t WHERE x = 2;
INSERT INTO t VALUES (1, 9);
-- cycle
UPDATE t SET g = 3, x = x + 1 WHERE g = 2;
