-- 35 an update of a column that the view does not use writes nothing
-- tables
CREATE TABLE t (id INT, used INT, unused VARCHAR);
INSERT INTO t VALUES (1, 10, 'a'), (2, 20, 'b'), (2, 20, 'c');
-- view: incremental
SELECT used, id * 2 AS twice FROM t WHERE id < 100;
-- cycle: unwritten
UPDATE t SET unused = 'z';
-- cycle
UPDATE t SET used = used + 1, unused = 'y' WHERE id = 1;
-- cycle: unwritten
UPDATE t SET unused = NULL WHERE id = 2;
-- cycle
DELETE FROM t WHERE unused = 'y';
-- cycle: unwritten
INSERT INTO t VALUES (100, 1, 'out of sight');
