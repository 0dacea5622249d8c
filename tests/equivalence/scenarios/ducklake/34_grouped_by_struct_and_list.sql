-- 34 struct and list values as group keys and in DISTINCT aggregates
-- tables
CREATE TABLE t (p STRUCT(x INTEGER, y VARCHAR), l INTEGER[], v INTEGER);
INSERT INTO t VALUES ({'x': 1, 'y': 'a'}, [1], 1), ({'x': 1, 'y': 'a'}, [1], 2), ({'x': 1, 'y': NULL}, [], 4), (NULL, NULL, 8);
-- view: incremental
SELECT p, l, SUM(v) AS s, COUNT(*) AS n, MAX(l) AS hi, COUNT(DISTINCT p) AS d FROM t GROUP BY p, l;
-- cycle
INSERT INTO t VALUES ({'x': 1, 'y': NULL}, [], 16), (NULL, [NULL], 32);
-- cycle
DELETE FROM t WHERE v = 1;
UPDATE t SET l = [1] WHERE v = 4;
-- cycle
UPDATE t SET p = NULL;
-- cycle
DELETE FROM t WHERE l IS NULL;
