-- 28 several PARTITION BYs in one SELECT: a row changes one partition and not the other
-- tables
CREATE TABLE t (id INT, a INT, b INT, x INT);
INSERT INTO t VALUES (1, 1, 1, 5), (2, 1, 2, 6), (3, 2, 1, 7), (4, NULL, 2, 8), (5, 2, NULL, NULL);
-- view: incremental
SELECT id, SUM(x) OVER (PARTITION BY a) AS by_a, COUNT(*) OVER (PARTITION BY b) AS by_b, MAX(x) OVER (PARTITION BY a, b) AS by_both,
       RANK() OVER (ORDER BY x DESC, id) AS place, AVG(x) OVER (PARTITION BY a % 2 ORDER BY id) AS odd
FROM t;
-- cycle
INSERT INTO t VALUES (6, 1, 1, 1);
-- cycle
UPDATE t SET b = 1 WHERE id = 2;
-- cycle
DELETE FROM t WHERE id = 3;
UPDATE t SET a = 2, x = 9 WHERE id = 4;
-- cycle
UPDATE t SET a = NULL, b = NULL;
