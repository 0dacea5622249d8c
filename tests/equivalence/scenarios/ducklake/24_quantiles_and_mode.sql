-- 24 QUANTILE_CONT and QUANTILE_DISC of lists and dates, MODE, and both without GROUP BY
-- tables
CREATE TABLE t (g INT, x INT, d DATE);
INSERT INTO t VALUES (1, 1, '2024-01-01'), (1, 2, '2024-01-03'), (1, 2, NULL), (1, 9, '2024-02-01'), (2, 4, '2024-01-05');
-- view: incremental
SELECT g, QUANTILE_CONT(x, 0.5) AS c, QUANTILE_DISC(x, [0.25, 0.75]) AS l, MODE(x) AS m, QUANTILE_DISC(d, 0.5) AS day FROM t GROUP BY g;
-- view overall: incremental
SELECT MEDIAN(x) AS m, MODE(g) AS g, QUANTILE_CONT(x, [0.1, 0.9]) AS q FROM t;
-- cycle
INSERT INTO t VALUES (2, 4, NULL), (2, 5, '2023-01-01'), (1, 2, NULL);
-- cycle
DELETE FROM t WHERE x = 2;
INSERT INTO t VALUES (1, 9, NULL), (2, 5, NULL), (2, 5, NULL);
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (3, NULL, '2020-01-01'), (3, 7, '2021-01-01');
