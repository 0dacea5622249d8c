-- 23 expressions over aggregates: sum over sum, per group and in all
-- tables
CREATE TABLE t (g INT, part DECIMAL(9, 2), whole DECIMAL(9, 2));
INSERT INTO t VALUES (1, 1.00, 2.00), (1, 1.50, 4.00), (2, NULL, 1.00), (3, 1.00, 0.00);
-- view: incremental
SELECT g, 100 * SUM(part) / NULLIF(SUM(whole), 0) AS percent, SUM(part) - SUM(whole) AS gap FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (2, 0.30, 0.10), (3, 1.00, 8.00);
-- cycle
UPDATE t SET whole = whole + 0.01;
-- cycle
DELETE FROM t WHERE part = 1.00;
-- cycle
UPDATE t SET part = NULL WHERE g = 1;
INSERT INTO t VALUES (3, 0, 0);
