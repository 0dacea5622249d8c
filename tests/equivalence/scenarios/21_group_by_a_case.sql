-- 21 an UPDATE that moves a row between groups given by a CASE
-- tables
CREATE TABLE t (id INT, x INT);
INSERT INTO t VALUES (1, -5), (2, 0), (3, 5), (4, NULL), (5, 50);
-- view: incremental
SELECT CASE WHEN x < 0 THEN 'low' WHEN x < 10 THEN 'mid' WHEN x IS NULL THEN NULL ELSE 'high' END AS band, COUNT(*) AS n, SUM(ABS(x)) AS s
FROM t GROUP BY 1;
-- cycle
UPDATE t SET x = -x;
-- cycle
UPDATE t SET x = x + 10;
INSERT INTO t VALUES (6, NULL), (7, 9);
-- cycle
UPDATE t SET x = 3 WHERE x IS NULL;
DELETE FROM t WHERE id = 7;
