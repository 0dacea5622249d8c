-- 32 a CTE that names its columns, a CTE over a CTE, and one that hides a table
-- tables
CREATE TABLE t (x INT, y INT);
CREATE TABLE big (z INT);
INSERT INTO t VALUES (1, 100), (2, 50), (3, NULL);
INSERT INTO big VALUES (1), (2), (3);
-- view: incremental
WITH renamed (p, q) AS (SELECT y, x FROM t), big AS (SELECT q, p FROM renamed WHERE p > 60), small AS (SELECT q AS p, p AS q FROM renamed WHERE p <= 60)
SELECT p, q, 'big' AS kind FROM big UNION ALL SELECT p, q, 'small' FROM small;
-- cycle
UPDATE t SET y = 61 WHERE x = 2;
-- cycle: no_op
INSERT INTO big VALUES (9);
-- cycle
UPDATE t SET y = 60 WHERE y IS NULL;
INSERT INTO t VALUES (1, 100), (NULL, 0);
-- cycle
DELETE FROM t WHERE x = 1;
UPDATE t SET y = y + 1;
