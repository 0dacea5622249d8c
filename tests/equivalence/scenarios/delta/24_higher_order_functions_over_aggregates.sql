-- 24 higher-order functions over collected arrays and structs, below another aggregate
-- tables
CREATE TABLE t (g INT, k STRING, x INT);
INSERT INTO t VALUES (1, 'a', 1), (1, 'b', 2), (2, 'a', 5), (3, 'c', NULL);
-- view: incremental
SELECT s.big, COUNT(*) AS n, SUM(s.total) AS total
FROM (SELECT g, size(filter(collect_list(x), e -> e > 1)) AS big, aggregate(collect_list(x), 0, (acc, e) -> acc + e) AS total FROM t GROUP BY g) s
GROUP BY s.big;
-- view packed: incremental
SELECT g, sort_array(collect_list(named_struct('k', k, 'x', x))) AS l FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 'c', 3), (3, 'd', 4);
-- cycle
DELETE FROM t WHERE x = 5;
-- cycle
UPDATE t SET x = x * 2, k = 'z' WHERE g = 1;
