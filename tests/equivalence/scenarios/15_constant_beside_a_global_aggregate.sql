-- 15 no GROUP BY: constants and expressions over the single row
-- tables
CREATE TABLE t (x INT);
INSERT INTO t VALUES (1);
-- view: incremental
SELECT 'rows' AS label, COUNT(*) + 1 AS n, COALESCE(SUM(x), -1) AS s, CASE WHEN COUNT(*) = 0 THEN 'empty' ELSE 'full' END AS state FROM t WHERE x > 0;
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (3), (3), (-9), (NULL);
-- cycle: unchanged
UPDATE t SET x = -8 WHERE x = -9;
-- cycle
UPDATE t SET x = -x;
