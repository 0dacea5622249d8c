-- 24 MAP_FROM_ENTRIES of a list, HISTOGRAM and PRODUCT, and the JSON macros over one row of a group
-- tables
CREATE TABLE t (g INT, k VARCHAR, x INT);
INSERT INTO t VALUES (1, 'a', 2), (1, 'b', 3), (2, 'a', NULL), (3, 'c', 5);
-- view: incremental
SELECT g, MAP_FROM_ENTRIES(LIST({'k': k, 'v': x} ORDER BY k)) AS m, HISTOGRAM(x) AS h, PRODUCT(x) AS p FROM t GROUP BY g;
-- view json: incremental
SELECT g, k, JSON_GROUP_ARRAY(x) AS ja, JSON_GROUP_OBJECT(k, x) AS jo FROM t GROUP BY g, k;
-- cycle
INSERT INTO t VALUES (1, 'c', 2), (2, 'b', 7);
-- cycle
UPDATE t SET x = x + 1 WHERE k = 'a';
DELETE FROM t WHERE g = 3;
-- cycle
DELETE FROM t WHERE k = 'b';
UPDATE t SET k = 'z' WHERE k = 'c';
-- cycle
UPDATE t SET g = g + 1, k = k || g;
