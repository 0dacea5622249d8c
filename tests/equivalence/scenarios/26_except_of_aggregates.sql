-- 26 EXCEPT and UNION of aggregates under an aggregate
-- tables
CREATE TABLE t (g INT, x INT);
CREATE TABLE u (g INT, x INT);
INSERT INTO t VALUES (1, 1), (1, 2), (2, 5), (3, NULL);
INSERT INTO u VALUES (1, 3), (2, 4), (2, 1);
-- view: incremental
SELECT COUNT(*) AS n, SUM(s.total) AS total, MAX(s.g) AS last_ FROM (
    SELECT g, SUM(x) AS total FROM t GROUP BY g EXCEPT SELECT g, SUM(x) FROM u GROUP BY g
) s;
-- view per_total: incremental
SELECT total, COUNT(*) AS n FROM (SELECT g, SUM(x) AS total FROM t GROUP BY g UNION SELECT g, SUM(x) AS total FROM u GROUP BY g) s GROUP BY total;
-- cycle
UPDATE u SET x = 4 WHERE g = 1;
-- cycle
INSERT INTO u VALUES (3, NULL);
DELETE FROM t WHERE x = 2;
-- cycle
INSERT INTO t VALUES (1, 3), (4, 7);
DELETE FROM u WHERE g = 2;
-- cycle
DELETE FROM t;
