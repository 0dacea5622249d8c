-- 38 a view made after changes starts from the present, others go on
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 1), (2, 2);
-- view early: incremental
SELECT g, SUM(x) AS s FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 5), (3, NULL);
-- view late: incremental
SELECT g, COUNT(*) AS n, MAX(x) AS hi FROM t GROUP BY g;
-- cycle: no_op
-- cycle
DELETE FROM t WHERE x = 5;
-- view latest: incremental
SELECT e.g, e.s, l.n FROM early e JOIN late l ON e.g = l.g;
-- cycle
UPDATE t SET x = 7 WHERE x IS NULL;
INSERT INTO t VALUES (2, 2), (4, 4);
-- cycle
DELETE FROM t WHERE g = 2;
