-- 24 STDDEV, VARIANCE, CORR, COVAR and REGR: of one row, of equal rows, of none that count
-- tables
CREATE TABLE t (g INT, x INT, y INT);
INSERT INTO t VALUES (1, 1, 2), (1, 2, 4), (1, 3, 7), (2, 5, NULL), (2, NULL, 3), (3, 4, 4);
-- view: incremental
SELECT g, ROUND(STDDEV_POP(x), 6) AS sp, ROUND(STDDEV_SAMP(x), 6) AS ss, ROUND(VAR_POP(x), 6) AS vp, ROUND(VAR_SAMP(x), 6) AS vs,
       ROUND(COVAR_POP(y, x), 6) AS cp, ROUND(COVAR_SAMP(y, x), 6) AS cs, REGR_COUNT(y, x) AS n, ROUND(REGR_AVGX(y, x), 6) AS ax
FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (3, 6, 9), (2, 1, 1);
-- cycle
DELETE FROM t WHERE g = 1 AND x = 3;
-- cycle
UPDATE t SET x = x + 1, y = y * 2 WHERE g <> 2;
-- cycle
DELETE FROM t WHERE g = 3 AND y > 10;
UPDATE t SET x = NULL WHERE g = 2;
