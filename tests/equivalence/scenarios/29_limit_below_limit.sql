-- 29 LIMIT of a LIMIT with OFFSET, in opposite orders: what enters below may leave above
-- tables
CREATE TABLE t (id INT, x INT);
INSERT INTO t VALUES (1, 1), (2, 2), (3, 3), (4, 4), (5, 5), (6, 6);
-- view: incremental
SELECT id, x FROM (SELECT id, x FROM t ORDER BY x DESC, id LIMIT 4) s ORDER BY x, id LIMIT 2 OFFSET 1;
-- cycle
INSERT INTO t VALUES (7, 7);
-- cycle
DELETE FROM t WHERE x IN (5, 6);
-- cycle: unchanged
DELETE FROM t WHERE x = 1;
-- cycle
UPDATE t SET x = 8 - x;
-- cycle
DELETE FROM t WHERE id > 3;
