-- 36 a row inserted and deleted between two refreshes, next to a real change
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (2, 2);
-- view: incremental
SELECT g, COUNT(*) AS n, MAX(x) AS hi, SUM(x) AS s FROM t GROUP BY g;
-- cycle: unchanged
INSERT INTO t VALUES (1, 99), (3, 3);
DELETE FROM t WHERE x IN (99, 3);
-- cycle
INSERT INTO t VALUES (1, 99), (3, 3);
DELETE FROM t WHERE x = 99;
-- cycle
DELETE FROM t WHERE g = 3;
INSERT INTO t VALUES (3, 3), (3, 3), (4, NULL);
DELETE FROM t WHERE g = 4;
-- cycle: unchanged
BEGIN;
INSERT INTO t VALUES (5, 5);
UPDATE t SET x = 6 WHERE g = 5;
DELETE FROM t WHERE g = 5;
COMMIT;
-- cycle
UPDATE t SET x = 7 WHERE g = 1;
UPDATE t SET x = 8 WHERE g = 1;
UPDATE t SET g = 2 WHERE x = 8;
