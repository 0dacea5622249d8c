-- 15 a sum of one count beside a total that only multiplies its one row
-- tables
CREATE TABLE t (x INT, s VARCHAR);
INSERT INTO t VALUES (2, 'b'), (NULL, ''), (3, 'A');
-- view: incremental
SELECT SUM(k) AS n FROM (SELECT COUNT(*) AS k FROM t WHERE x > 2) AS a, (SELECT MIN(x) AS m FROM t) AS b;
-- cycle
INSERT INTO t VALUES (1, 'a'), (3, 'a');
-- cycle: unchanged
INSERT INTO t VALUES (0, 'a'), (0, 'b'), (0, 'a');
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (5, NULL);
