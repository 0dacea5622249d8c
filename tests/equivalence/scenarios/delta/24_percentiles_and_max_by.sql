-- 24 percentile, percentile_approx, max_by, min_by and count_if
-- tables
CREATE TABLE t (g INT, who STRING, x INT);
INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 2), (1, 'c', 9), (2, 'd', 4), (3, 'e', NULL);
-- view: incremental
SELECT g, percentile(x, 0.5) AS p, percentile(x, array(0.25, 0.75)) AS q, percentile_approx(x, 0.5) AS a, max_by(who, x) AS best, min_by(who, x) AS worst, count_if(x > 1) AS n FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE who = 'c';
INSERT INTO t VALUES (2, 'f', 6), (3, 'g', 7);
-- cycle
UPDATE t SET x = 0 WHERE who = 'b';
-- cycle
UPDATE t SET g = 1, x = x + 10 WHERE g = 2;
-- cycle
DELETE FROM t WHERE x > 9;
