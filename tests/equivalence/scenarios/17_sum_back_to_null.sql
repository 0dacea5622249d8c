-- 17 SUM and AVG after their last non-NULL input goes: NULL, not 0
-- tables
CREATE TABLE t (id INT, g INT, x INT, y DOUBLE);
INSERT INTO t VALUES (1, 1, 5, 0.5), (2, 1, NULL, NULL), (3, 2, 0, 0), (4, 2, NULL, 1.5);
-- view: incremental
SELECT g, SUM(x) AS sx, SUM(y) AS sy, AVG(x) AS ax, COUNT(x) AS nx, SUM(x + y) AS sxy FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET x = NULL, y = NULL WHERE id = 3;
-- cycle
UPDATE t SET x = 0 WHERE id = 2;
INSERT INTO t VALUES (5, 2, 3, NULL), (6, 2, -3, NULL);
-- cycle
DELETE FROM t WHERE id IN (5, 6);
UPDATE t SET y = 0 WHERE id = 2;
