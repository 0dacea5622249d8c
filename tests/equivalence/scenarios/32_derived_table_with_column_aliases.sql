-- 32 derived tables with renamed columns, joined and aggregated
-- tables
CREATE TABLE t (a INT, b INT);
CREATE TABLE u (a INT, b VARCHAR);
INSERT INTO t VALUES (1, 10), (1, 20), (2, NULL);
INSERT INTO u VALUES (1, 'one'), (2, 'two'), (NULL, 'none');
-- view: incremental
SELECT q.name, p.total, p.key FROM (SELECT a, SUM(b) FROM t GROUP BY a) AS p (key, total) JOIN (SELECT b, a FROM u) AS q (name, id) ON p.key = q.id;
-- cycle
INSERT INTO t VALUES (2, 5), (3, 1);
INSERT INTO u VALUES (3, 'three');
-- cycle
UPDATE t SET a = 2 WHERE b = 10;
UPDATE u SET a = 2 WHERE b = 'one';
-- cycle
DELETE FROM t WHERE a = 2;
UPDATE u SET b = 'two' WHERE a = 3;
