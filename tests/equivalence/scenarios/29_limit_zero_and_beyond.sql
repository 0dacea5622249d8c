-- 29 LIMIT 0, OFFSET beyond the end, and OFFSET without LIMIT in a subquery
-- tables
CREATE TABLE t (id INT);
INSERT INTO t VALUES (1), (2);
-- view none: incremental
SELECT COUNT(*) AS n FROM (SELECT id FROM t ORDER BY id LIMIT 0) s;
-- view after_: incremental
SELECT id FROM t ORDER BY id LIMIT 5 OFFSET 2;
-- view rest: incremental
SELECT SUM(id) AS s FROM (SELECT id FROM t ORDER BY id DESC OFFSET 1) s;
-- cycle: none unchanged
INSERT INTO t VALUES (3), (4);
-- cycle: none unchanged
DELETE FROM t WHERE id < 3;
INSERT INTO t VALUES (9);
-- cycle: none unchanged
DELETE FROM t WHERE id < 9;
-- cycle: none unchanged
INSERT INTO t VALUES (9), (9), (10);
