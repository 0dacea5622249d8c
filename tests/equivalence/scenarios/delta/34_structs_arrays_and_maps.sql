-- 34 struct, array and map columns, their parts, and lambdas
-- tables
CREATE TABLE t (id INT, p STRUCT<x: INT, y: STRING>, l ARRAY<INT>, m MAP<STRING, INT>);
INSERT INTO t VALUES (1, named_struct('x', 1, 'y', 'a'), array(1, 2, 3), map('k', 1)), (2, named_struct('x', CAST(NULL AS INT), 'y', 'b'), array(), map()), (3, NULL, NULL, NULL);
-- view: incremental
SELECT id, p, l, m, p.x + 1 AS px, l[0] AS head, m['k'] AS k, transform(l, e -> e * 2) AS doubled, size(filter(l, e -> e > 1)) AS big FROM t WHERE id <> 2;
-- cycle
INSERT INTO t VALUES (1, named_struct('x', 1, 'y', 'a'), array(1, 2, 3), map('k', 1)), (5, named_struct('x', 5, 'y', 'e'), array(5, 5), map('k', 2, 'j', NULL));
-- cycle
UPDATE t SET l = array(9), m = map('k', 7) WHERE id = 3;
UPDATE t SET p = named_struct('x', 0, 'y', '') WHERE id = 3;
-- cycle
DELETE FROM t WHERE id = 1;
UPDATE t SET p = NULL, l = array(0, NULL), m = NULL WHERE id = 5;
