-- 35 an update to the same values, and one that is undone
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 1), (2, NULL);
-- view: incremental
SELECT g, SUM(x) AS s, MAX(x) AS hi FROM t GROUP BY g;
-- cycle: unwritten
UPDATE t SET x = x;
-- cycle: unwritten
UPDATE t SET x = x + 1;
UPDATE t SET x = x - 1;
-- cycle
UPDATE t SET x = 2 WHERE g = 1;
UPDATE t SET x = x;
-- cycle
DELETE FROM t WHERE g = 2;
