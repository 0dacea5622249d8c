-- 16 a group emptied and refilled in one refresh, with the same and with other values
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 10), (1, 20), (2, 5), (3, 7);
-- view: incremental
SELECT g, COUNT(*) AS n, SUM(x) AS s, MIN(x) AS lo, MAX(x) AS hi, AVG(x) AS mean FROM t GROUP BY g;
-- cycle: unchanged
DELETE FROM t WHERE g = 1;
INSERT INTO t VALUES (1, 20), (1, 10);
-- cycle
DELETE FROM t WHERE g = 1;
INSERT INTO t VALUES (1, 3);
-- cycle
BEGIN;
DELETE FROM t WHERE g IN (2, 3);
INSERT INTO t VALUES (2, 6), (2, NULL), (3, NULL);
COMMIT;
-- cycle
DELETE FROM t;
INSERT INTO t VALUES (3, 1), (4, 1);
DELETE FROM t WHERE g = 3;
INSERT INTO t VALUES (3, 2);
