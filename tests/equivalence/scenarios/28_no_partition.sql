-- 28 windows without PARTITION BY, over no rows and back: every row may change
-- tables
CREATE TABLE t (id INT, x INT);
INSERT INTO t VALUES (1, 5), (2, 3), (3, NULL);
-- view: incremental
SELECT id, x, SUM(x) OVER () AS total, ROW_NUMBER() OVER (ORDER BY x DESC, id) AS place, SUM(x) OVER (ORDER BY id) AS running FROM t;
-- cycle
INSERT INTO t VALUES (4, 4);
-- cycle
DELETE FROM t;
-- cycle
INSERT INTO t VALUES (5, NULL);
-- cycle
INSERT INTO t VALUES (6, 1), (5, 2), (6, 1);
-- cycle
UPDATE t SET x = 0 WHERE x IS NULL;
