-- 37 inlined rows are flushed to files between and inside the cycles
-- tables
CREATE TABLE t (id INTEGER, g INTEGER, x INTEGER);
INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3), (3, 2, 3);
-- view sums: incremental
SELECT g, SUM(x) AS s, MAX(x) AS hi, COUNT(*) AS n FROM t GROUP BY g;
-- view rows_: incremental
SELECT x, g FROM t WHERE x > 0;
-- cycle
INSERT INTO t VALUES (4, 2, 4);
DELETE FROM t WHERE id = 1;
CALL ducklake_flush_inlined_data('dl');
-- cycle
CALL ducklake_flush_inlined_data('dl');
UPDATE t SET x = x + 10;
DELETE FROM t WHERE id = 3;
-- cycle
INSERT INTO t VALUES (5, 3, 5), (5, 3, 5);
CALL ducklake_flush_inlined_data('dl');
UPDATE t SET g = 1 WHERE id = 5;
CALL ducklake_flush_inlined_data('dl');
DELETE FROM t WHERE id = 2;
-- cycle: unchanged
CALL ducklake_flush_inlined_data('dl');
-- cycle
DELETE FROM t;
CALL ducklake_flush_inlined_data('dl');
INSERT INTO t VALUES (6, 1, 6);
