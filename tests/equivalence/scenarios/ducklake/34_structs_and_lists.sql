-- 34 struct and list columns, fields, elements and lambdas
-- tables
CREATE TABLE t (id INTEGER, p STRUCT(x INTEGER, y VARCHAR), l INTEGER[]);
INSERT INTO t VALUES (1, {'x': 1, 'y': 'a'}, [1, 2, 3]), (2, {'x': NULL, 'y': 'b'}, []), (3, NULL, NULL), (4, {'x': 4, 'y': NULL}, [4, NULL]);
-- view: incremental
SELECT id, p, l, p.x + 1 AS px, l[1] AS head, list_transform(l, lambda e: e * 2) AS doubled, len(list_filter(l, lambda e: e > 1)) AS big, {'k': id, 'v': p.y} AS made FROM t;
-- cycle
INSERT INTO t VALUES (1, {'x': 1, 'y': 'a'}, [1, 2, 3]), (5, {'x': 5, 'y': 'e'}, [5, 5]);
-- cycle
UPDATE t SET l = [9] WHERE id = 2;
UPDATE t SET p = {'x': 0, 'y': ''} WHERE id = 3;
-- cycle
DELETE FROM t WHERE id = 1;
UPDATE t SET p = NULL, l = [NULL] WHERE id = 4;
