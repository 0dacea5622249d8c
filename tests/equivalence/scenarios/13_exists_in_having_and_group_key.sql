-- 13 IN over a subquery inside HAVING, and inside an aggregate's argument
-- tables
CREATE TABLE t (g INT, x INT);
CREATE TABLE hot (x INT);
CREATE TABLE wanted (n INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 2), (2, 2), (3, NULL);
INSERT INTO hot VALUES (2);
INSERT INTO wanted VALUES (2);
-- view: incremental
SELECT s.g, COUNT(*) AS n, SUM(CASE WHEN s.is_hot THEN s.x ELSE 0 END) AS hot
FROM (SELECT g, x, x IN (SELECT x FROM hot) AS is_hot FROM t) s
GROUP BY s.g HAVING COUNT(*) IN (SELECT n FROM wanted);
-- cycle
INSERT INTO hot VALUES (1);
INSERT INTO wanted VALUES (1);
-- cycle
DELETE FROM hot WHERE x = 2;
INSERT INTO t VALUES (3, 1), (2, 1);
-- cycle
DELETE FROM wanted WHERE n = 1;
INSERT INTO wanted VALUES (3);
-- cycle
DELETE FROM t WHERE x = 2;
INSERT INTO hot VALUES (NULL);
