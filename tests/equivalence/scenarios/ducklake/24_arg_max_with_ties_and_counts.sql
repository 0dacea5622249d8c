-- 24 ARG_MAX of a struct, with three arguments, ARG_MIN_NULL and MAX of n values
-- tables
CREATE TABLE t (g INT, id INT, x INT);
INSERT INTO t VALUES (1, 1, 10), (1, 2, 20), (1, 3, NULL), (2, 4, 5);
-- view: incremental
SELECT g, ARG_MAX(id, ROW(x, id)) AS best, ARG_MAX(id, x, 2) AS two, ARG_MIN_NULL(x, -id) AS last_, MAX(x, 2) AS top2, MIN(id, 2) AS low2 FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 4, 20), (2, 5, 7), (2, 6, NULL);
-- cycle
DELETE FROM t WHERE id IN (2, 5);
-- cycle
UPDATE t SET x = id * 3;
-- cycle
UPDATE t SET g = 2, x = NULL WHERE id = 4;
