-- 28 ROW_NUMBER, LAG, LEAD and NTILE: a row in the middle comes, moves and goes
-- tables
CREATE TABLE t (g VARCHAR, id INT, x INT);
INSERT INTO t VALUES ('a', 1, 10), ('a', 2, 20), ('a', 4, NULL), ('b', 1, 5), (NULL, 1, 7);
-- view: incremental
SELECT g, id, ROW_NUMBER() OVER (PARTITION BY g ORDER BY id) AS n, LAG(x) OVER (PARTITION BY g ORDER BY id) AS before_,
       LEAD(x, 2, -1) OVER (PARTITION BY g ORDER BY id) AS after_, NTILE(2) OVER (PARTITION BY g ORDER BY id DESC) AS half,
       x - LAG(x, 1, 0) OVER (PARTITION BY g ORDER BY id) AS rise
FROM t;
-- cycle
INSERT INTO t VALUES ('a', 3, 30), ('b', 0, 1);
-- cycle
DELETE FROM t WHERE id = 1 AND g = 'a';
-- cycle
UPDATE t SET id = 9 WHERE id = 2;
UPDATE t SET g = 'b', id = 5 WHERE g IS NULL;
-- cycle
UPDATE t SET x = x + 1 WHERE id = 3;
