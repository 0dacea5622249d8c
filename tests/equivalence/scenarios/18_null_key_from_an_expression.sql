-- 18 a group key that is an expression, NULL for some rows
-- tables
CREATE TABLE t (x INT, y INT);
INSERT INTO t VALUES (1, 1), (2, NULL), (3, 3), (NULL, 4), (12, 1);
-- view: incremental
SELECT CASE WHEN x < 10 THEN x + y END AS k, COUNT(*) AS n, SUM(x) AS s FROM t GROUP BY CASE WHEN x < 10 THEN x + y END;
-- cycle
UPDATE t SET x = 11 WHERE x = 1;
-- cycle
UPDATE t SET y = 4 WHERE y IS NULL;
UPDATE t SET x = 2 WHERE x IS NULL;
-- cycle
DELETE FROM t WHERE x = 11 OR y = 3;
INSERT INTO t VALUES (NULL, NULL), (6, 0), (0, 6);
