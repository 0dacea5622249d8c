-- 18 NULL as a group key: deleted, NULL to value, value to NULL
-- tables
CREATE TABLE t (id INT, g VARCHAR, x INT);
INSERT INTO t VALUES (1, NULL, 1), (2, NULL, 2), (3, 'a', 4), (4, '', 8);
-- view: incremental
SELECT g, COUNT(*) AS n, SUM(x) AS s, MIN(x) AS lo FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE id = 1;
-- cycle
UPDATE t SET g = 'a' WHERE g IS NULL;
-- cycle
UPDATE t SET g = NULL WHERE id IN (3, 4);
INSERT INTO t VALUES (5, NULL, NULL);
-- cycle
DELETE FROM t WHERE g IS NULL;
-- cycle
INSERT INTO t VALUES (6, NULL, NULL), (6, NULL, NULL), (7, '', 1);
