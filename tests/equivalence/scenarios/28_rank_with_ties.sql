-- 28 RANK, DENSE_RANK, PERCENT_RANK and CUME_DIST over ties that come and go
-- tables
CREATE TABLE t (g INT, id INT, x INT);
INSERT INTO t VALUES (1, 1, 5), (1, 2, 5), (1, 3, 7), (2, 4, NULL), (2, 5, 1), (NULL, 6, 1);
-- view: incremental
SELECT g, id, x, RANK() OVER (PARTITION BY g ORDER BY x) AS r, DENSE_RANK() OVER (PARTITION BY g ORDER BY x DESC) AS d,
       PERCENT_RANK() OVER (PARTITION BY g ORDER BY x) AS p, CUME_DIST() OVER (PARTITION BY g ORDER BY x) AS c
FROM t;
-- cycle
INSERT INTO t VALUES (1, 7, 7), (2, 8, NULL);
-- cycle
DELETE FROM t WHERE id IN (1, 5);
-- cycle
UPDATE t SET x = 7 WHERE g = 1;
UPDATE t SET g = 2 WHERE g IS NULL;
-- cycle
DELETE FROM t WHERE g = 2;
INSERT INTO t VALUES (NULL, 9, NULL), (NULL, 10, 2);
