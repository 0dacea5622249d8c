-- 37 files are merged and rewritten between refreshes: maintenance is not a change
-- tables
CALL dl.set_option('data_inlining_row_limit', 0);
CREATE TABLE t (g INTEGER, x INTEGER);
INSERT INTO t VALUES (1, 1);
INSERT INTO t VALUES (1, 2);
INSERT INTO t VALUES (2, 3);
-- view: incremental
SELECT g, SUM(x) AS s, COUNT(*) AS n FROM t GROUP BY g;
-- cycle: unchanged
CALL ducklake_merge_adjacent_files('dl');
-- cycle
INSERT INTO t VALUES (2, 4);
INSERT INTO t VALUES (3, 5);
CALL ducklake_merge_adjacent_files('dl');
-- cycle
DELETE FROM t WHERE x IN (1, 4);
UPDATE t SET x = x + 1;
-- cycle: unchanged
CALL ducklake_merge_adjacent_files('dl');
-- cycle
DELETE FROM t WHERE g = 1;
