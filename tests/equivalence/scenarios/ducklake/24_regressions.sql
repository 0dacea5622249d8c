-- 24 CORR and the REGR functions, SKEWNESS, KURTOSIS, ENTROPY and MAD
-- tables
CREATE TABLE t (g INT, x DOUBLE, y DOUBLE);
INSERT INTO t VALUES (1, 1, 2), (1, 2, 4), (1, 3, 7), (1, 4, 8), (2, 5, NULL), (2, 6, 3);
-- view: incremental
SELECT g, ROUND(CORR(y, x), 6) AS c, ROUND(REGR_SLOPE(y, x), 6) AS slope, ROUND(REGR_INTERCEPT(y, x), 6) AS at_, ROUND(REGR_R2(y, x), 6) AS r2,
       ROUND(REGR_SXX(y, x), 6) AS sxx, ROUND(REGR_SXY(y, x), 6) AS sxy, ROUND(REGR_SYY(y, x), 6) AS syy, ROUND(REGR_AVGY(y, x), 6) AS ay,
       ROUND(SKEWNESS(x), 6) AS skew, ROUND(KURTOSIS(x), 6) AS kurt, ROUND(ENTROPY(x), 6) AS ent, MAD(x) AS mad
FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (2, 7, 1), (2, 9, 5);
-- cycle
DELETE FROM t WHERE x = 2;
-- cycle
UPDATE t SET y = y + x;
-- cycle
UPDATE t SET g = 1 WHERE g = 2;
DELETE FROM t WHERE y IS NULL;
