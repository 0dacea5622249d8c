-- 24 ARG_MAX and ARG_MIN: the winner goes, its value is NULL, its measure is NULL
-- tables
CREATE TABLE t (g INT, who VARCHAR, x INT);
INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 2), (1, 'c', 3), (2, 'd', NULL), (3, 'e', 9);
-- view: incremental
SELECT g, MAX_BY(who, x) AS best, MIN_BY(who, x) AS worst, MAX(x) AS x FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE who = 'c';
INSERT INTO t VALUES (3, 'f', 10), (2, 'g', 4);
-- cycle
UPDATE t SET x = 0 WHERE who = 'b';
-- cycle
UPDATE t SET who = 'z' WHERE who = 'a';
DELETE FROM t WHERE g = 2 AND x IS NOT NULL;
-- cycle
UPDATE t SET g = 2 WHERE g = 3;
