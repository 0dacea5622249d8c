-- 37 an updated row of a flushed file: rewriting the file repeats its deletion in the feed
-- tables
CREATE TABLE t (id INTEGER, x INTEGER);
INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (3, 3);
-- view sums: incremental
SELECT id, SUM(x) AS s, COUNT(*) AS n FROM t GROUP BY id;
-- view rows_: incremental
SELECT x FROM t;
-- cycle
CALL ducklake_flush_inlined_data('dl');
UPDATE t SET x = x + 10 WHERE id = 1;
-- cycle: unchanged
CALL ducklake_merge_adjacent_files('dl');
CALL ducklake_rewrite_data_files('dl', delete_threshold => 0);
-- cycle
DELETE FROM t WHERE id = 2;
CALL ducklake_flush_inlined_data('dl');
CALL ducklake_rewrite_data_files('dl', delete_threshold => 0);
INSERT INTO t VALUES (2, NULL);
-- cycle: rows_ unchanged
UPDATE t SET id = 3;
CALL ducklake_flush_inlined_data('dl');
CALL ducklake_merge_adjacent_files('dl');
CALL ducklake_rewrite_data_files('dl', delete_threshold => 0);
