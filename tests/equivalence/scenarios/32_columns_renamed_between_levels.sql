-- 32 columns that swap names on their way up
-- tables
CREATE TABLE t (a INT, b INT, c INT);
INSERT INTO t VALUES (1, 2, 3), (4, 5, 6), (1, 2, NULL);
-- view: incremental
SELECT b AS a, a AS c, x FROM (SELECT a AS b, b AS a, c + 1 AS x FROM (SELECT b AS a, c AS b, a AS c FROM t) AS one WHERE a > 1) AS two WHERE a IS NOT NULL;
-- cycle
UPDATE t SET a = b, b = a;
-- cycle
INSERT INTO t VALUES (7, 8, 9), (7, 1, 9), (7, 8, NULL);
-- cycle
UPDATE t SET c = a WHERE c IS NULL;
DELETE FROM t WHERE b = 8 AND c = 9;
