-- 20 MIN/MAX: one of two tied winners is deleted, then the other
-- tables
CREATE TABLE t (id INT, g INT, x INT);
INSERT INTO t VALUES (1, 1, 9), (2, 1, 9), (3, 1, 5), (4, 2, 9), (5, 2, 9);
-- view: incremental
SELECT g, MAX(x) AS hi, MIN(x) AS lo FROM t GROUP BY g;
-- cycle: unchanged
DELETE FROM t WHERE id IN (1, 4);
-- cycle
DELETE FROM t WHERE id = 2;
UPDATE t SET x = 8 WHERE id = 5;
-- cycle
INSERT INTO t VALUES (6, 1, 5), (7, 2, 8), (8, 2, 8);
UPDATE t SET x = 4 WHERE id = 3;
-- cycle: unchanged
DELETE FROM t WHERE id IN (5, 7);
-- cycle
DELETE FROM t WHERE id IN (6, 8);
