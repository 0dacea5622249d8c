-- 37 the largest value goes and its file is rewritten: statistics that forgot it must not hide it
-- tables
CALL dl.set_option('data_inlining_row_limit', 0);
CREATE TABLE t (g INTEGER, x INTEGER);
INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (1, 40);
-- view grouped: incremental
SELECT g, SUM(x) AS s, COUNT(*) AS n FROM t GROUP BY g;
-- view filtered: incremental
SELECT g, x FROM t WHERE x < 5;
-- view pairs: incremental
SELECT a.x AS small, b.x AS large FROM t a JOIN t b ON a.g = b.g AND a.x < b.x;
-- cycle: filtered unchanged
DELETE FROM t WHERE x = 40;
CALL ducklake_rewrite_data_files('dl', delete_threshold => 0);
-- cycle: pairs unchanged
INSERT INTO t VALUES (9, -100), (9, NULL);
-- cycle: pairs unchanged
DELETE FROM t WHERE g = 9;
CALL ducklake_rewrite_data_files('dl', delete_threshold => 0);
-- cycle
UPDATE t SET g = 2, x = x + 4 WHERE g = 1;
CALL ducklake_rewrite_data_files('dl', delete_threshold => 0);
