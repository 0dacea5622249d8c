-- 22 floating point: ten refreshes of additions and removals end where they started
-- tables
CREATE TABLE t (id INT, x DOUBLE);
INSERT INTO t VALUES (1, 0.5);
-- view: incremental
SELECT SUM(x) AS s, SUM(x) / 4 AS quarter FROM t;
-- cycle
INSERT INTO t VALUES (2, 1e17);
-- cycle
UPDATE t SET x = 1e18 WHERE id = 2;
-- cycle
DELETE FROM t WHERE id = 2;
-- cycle
INSERT INTO t VALUES (3, 1e20);
-- cycle
UPDATE t SET x = -1e20 WHERE id = 3;
-- cycle
UPDATE t SET x = 0.25 WHERE id = 3;
-- cycle
INSERT INTO t VALUES (4, 1e-3);
DELETE FROM t WHERE id IN (1, 3);
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (5, 1e22);
-- cycle
DELETE FROM t;
INSERT INTO t VALUES (1, 0.5);
