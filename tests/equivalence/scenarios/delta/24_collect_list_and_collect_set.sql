-- 24 collect_list and collect_set, sorted: duplicates, NULLs, the last copy goes
-- tables
CREATE TABLE t (g INT, x INT);
INSERT INTO t VALUES (1, 3), (1, 1), (1, 3), (2, NULL), (3, 7);
-- view: incremental
SELECT g, sort_array(collect_list(x)) AS l, sort_array(collect_set(x)) AS s, array_join(sort_array(collect_set(CAST(x AS STRING))), ',') AS joined FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 2), (2, 5), (3, 7);
-- cycle
DELETE FROM t WHERE x = 3;
-- cycle
UPDATE t SET g = 1 WHERE g = 3;
-- cycle
UPDATE t SET x = NULL WHERE g = 1;
