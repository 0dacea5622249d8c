-- 28 named windows, one used by several calls and one that extends another
-- tables
CREATE TABLE t (g INT, id INT, x INT);
INSERT INTO t VALUES (1, 1, 1), (1, 2, 2), (1, 3, 3), (2, 1, 4);
-- view: incremental
SELECT g, id, SUM(x) OVER w AS s, MIN(x) OVER w AS lo, COUNT(*) OVER p AS n FROM t
WINDOW w AS (PARTITION BY g ORDER BY id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW), p AS (PARTITION BY g);
-- cycle
INSERT INTO t VALUES (1, 0, NULL), (2, 2, 0);
-- cycle
UPDATE t SET x = NULL WHERE id = 2;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET g = 1;
