-- 22 BIGINT sums beyond 2^63, and back (in Spark they are an error)
-- tables
CREATE TABLE t (id INT, g INT, x BIGINT);
INSERT INTO t VALUES (1, 1, 9223372036854775807), (2, 2, -9223372036854775807), (3, 3, 1);
-- view: incremental
SELECT g, SUM(x) AS s, MAX(x) AS hi FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (4, 1, 9223372036854775807), (5, 1, 9223372036854775807), (6, 2, -9223372036854775807);
-- cycle
UPDATE t SET x = x - 1 WHERE g = 1;
INSERT INTO t VALUES (7, 2, -9223372036854775807);
-- cycle
DELETE FROM t WHERE id IN (1, 4, 6);
-- cycle
UPDATE t SET g = 3;
