-- 22 BIGINT sums at both ends of the type: they fit, and the change from one to the other does not
-- tables
CREATE TABLE t (id INT, g INT, x BIGINT);
INSERT INTO t VALUES (1, 1, 9223372036854775807), (2, 2, -9223372036854775807), (3, 3, 1);
-- view: incremental
SELECT g, SUM(x) AS s, MAX(x) AS hi FROM t GROUP BY g;
-- cycle
UPDATE t SET x = -x WHERE g < 3;
-- cycle
UPDATE t SET g = 3 - g WHERE g < 3;
-- cycle
DELETE FROM t WHERE g = 1;
INSERT INTO t VALUES (4, 1, 9223372036854775806), (5, 1, 1);
-- cycle
DELETE FROM t WHERE g = 2 OR id = 4;
