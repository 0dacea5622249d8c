-- 22 AVG of integers that does not divide evenly, and of very large ones
-- tables
CREATE TABLE t (id INT, g INT, x INT, y BIGINT);
INSERT INTO t VALUES (1, 1, 1, 9007199254740993), (2, 1, 2, 1), (3, 1, 2, 1), (4, 2, -7, 4611686018427387904), (5, 2, NULL, 4611686018427387904);
-- view: incremental
SELECT g, AVG(x) AS ax, AVG(y) AS ay, AVG(x * 10) AS ax10 FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
INSERT INTO t VALUES (6, 1, 5, 2), (7, 2, 1, 3), (8, 2, 1, 4611686018427387904);
-- cycle
UPDATE t SET x = NULL WHERE g = 1;
UPDATE t SET y = y - 1 WHERE g = 2;
-- cycle
DELETE FROM t WHERE id > 3;
