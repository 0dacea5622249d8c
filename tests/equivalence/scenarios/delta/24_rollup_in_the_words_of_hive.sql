-- 24 GROUP BY ... WITH ROLLUP and WITH CUBE, grouping_id
-- tables
CREATE TABLE t (a INT, b STRING, x INT);
INSERT INTO t VALUES (1, 'p', 1), (1, 'q', 2), (2, 'p', 4), (NULL, NULL, 8);
-- view rolled: incremental
SELECT a, b, grouping_id() AS id, SUM(x) AS s FROM t GROUP BY a, b WITH ROLLUP;
-- view cubed: incremental
SELECT a, b, grouping(a) AS ga, COUNT(*) AS n FROM t GROUP BY a, b WITH CUBE;
-- cycle
INSERT INTO t VALUES (2, NULL, 16), (3, 'q', 32);
-- cycle
DELETE FROM t WHERE a = 1;
-- cycle
UPDATE t SET a = 2, x = x + 1 WHERE a IS NULL;
