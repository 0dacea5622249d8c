-- 29 the first rows as the set of IN and of NOT IN, by ties that another column breaks
-- tables
CREATE TABLE t (id INT, x INT);
INSERT INTO t VALUES (1, 5), (2, 5), (3, 5), (4, 1), (5, NULL);
-- view top2: incremental
SELECT id, x FROM t WHERE id IN (SELECT id FROM t ORDER BY x DESC NULLS LAST, id DESC LIMIT 2);
-- view others: incremental
SELECT id, x FROM t WHERE id NOT IN (SELECT id FROM t ORDER BY x DESC NULLS LAST, id LIMIT 2);
-- cycle
DELETE FROM t WHERE id = 3;
INSERT INTO t VALUES (6, 9);
-- cycle
INSERT INTO t VALUES (7, 9), (8, 9);
-- cycle
DELETE FROM t WHERE x = 9;
-- cycle
UPDATE t SET x = -x;
