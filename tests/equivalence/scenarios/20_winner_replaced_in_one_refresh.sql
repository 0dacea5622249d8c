-- 20 MIN/MAX: the winner goes while a higher, a lower or an equal one comes
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 10), (1, 3), (2, 10), (2, 3), (3, 10), (3, 3);
-- view: incremental
SELECT g, MAX(x) AS hi FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE x = 10;
INSERT INTO t VALUES (1, 11), (2, 5), (3, 10);
-- cycle
BEGIN;
UPDATE t SET x = x - 6 WHERE x > 3;
INSERT INTO t VALUES (3, 4);
COMMIT;
-- cycle
INSERT INTO t VALUES (1, 99), (2, 98);
DELETE FROM t WHERE x = 99;
-- cycle: unchanged
INSERT INTO t VALUES (1, 99);
UPDATE t SET x = 97 WHERE x = 99;
DELETE FROM t WHERE x = 97;
