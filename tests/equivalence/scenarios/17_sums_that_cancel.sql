-- 17 inputs that sum to zero are not "no input"; NULLs beside them
-- tables
CREATE TABLE t (g INT, x DECIMAL(9, 2));
INSERT INTO t VALUES (1, 1.10), (1, -1.10), (2, NULL);
-- view: incremental
SELECT g, SUM(x) AS s, AVG(x) AS a, COUNT(x) AS n FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (2, 0), (1, 0.10), (1, -0.10);
-- cycle
DELETE FROM t WHERE x <> 0;
-- cycle
UPDATE t SET x = NULL;
INSERT INTO t VALUES (1, NULL), (3, -0.01), (3, 0.01);
-- cycle
DELETE FROM t WHERE x > 0;
