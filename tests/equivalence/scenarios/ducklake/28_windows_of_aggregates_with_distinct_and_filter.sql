-- 28 windows with FILTER, DISTINCT, IGNORE NULLS and list aggregates
-- tables
CREATE TABLE t (g INT, id INT, x INT);
INSERT INTO t VALUES (1, 1, 1), (1, 2, NULL), (1, 3, 1), (1, 4, 2), (2, 5, 7);
-- view: incremental
SELECT g, id, COUNT(DISTINCT x) OVER (PARTITION BY g) AS d, SUM(x) FILTER (WHERE x > 1) OVER (PARTITION BY g ORDER BY id) AS f,
       LAST_VALUE(x IGNORE NULLS) OVER (PARTITION BY g ORDER BY id) AS filled, LIST(x ORDER BY id) OVER (PARTITION BY g) AS all_,
       MEDIAN(x) OVER (PARTITION BY g) AS m
FROM t;
-- cycle
INSERT INTO t VALUES (1, 6, NULL), (2, 7, 3);
-- cycle
DELETE FROM t WHERE id = 3;
-- cycle
UPDATE t SET x = 3 WHERE id = 2;
-- cycle
UPDATE t SET g = 2, x = NULL WHERE id = 4;
