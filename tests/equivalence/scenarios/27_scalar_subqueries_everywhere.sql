-- 27 scalar subqueries in the select list, in WHERE, in an expression and over an empty set
-- tables
CREATE TABLE t (id INT, x INT);
CREATE TABLE u (y INT);
INSERT INTO t VALUES (1, 5), (2, 7), (3, NULL);
INSERT INTO u VALUES (1), (2);
-- view: incremental
SELECT id, x - (SELECT AVG(x) FROM t) AS off, (SELECT SUM(y) FROM u) AS total, (SELECT COUNT(*) FROM u WHERE y > 1) + 1 AS n
FROM t WHERE COALESCE(x, 100) > (SELECT COALESCE(MIN(y), 0) FROM u);
-- cycle
INSERT INTO u VALUES (5);
DELETE FROM u WHERE y = 1;
-- cycle
INSERT INTO t VALUES (4, 2), (4, 2), (5, 3);
-- cycle
DELETE FROM u;
-- cycle
UPDATE t SET x = x + 1;
INSERT INTO u VALUES (6), (NULL);
-- cycle
DELETE FROM t WHERE x IS NOT NULL;
