-- 13 EXISTS in the condition of a SEMI JOIN and an ANTI JOIN, over a row of the right side
-- tables
CREATE TABLE t (i INTEGER, j INTEGER);
CREATE TABLE s (i INTEGER, j INTEGER);
INSERT INTO t VALUES (1, 1), (2, 2), (3, 3);
INSERT INTO s VALUES (1, 2), (2, 7), (3, 3);
-- view has: incremental
SELECT t.i FROM t SEMI JOIN s ON t.i = s.i AND EXISTS (SELECT 1 FROM t AS x WHERE x.j = s.j);
-- view lacks: incremental
SELECT t.i FROM t ANTI JOIN s ON t.i = s.i AND EXISTS (SELECT 1 FROM t AS x WHERE x.j = s.j);
-- cycle
UPDATE s SET j = 3 WHERE i = 2;
-- cycle
DELETE FROM t WHERE j = 3;
-- cycle
INSERT INTO t VALUES (4, 7), (3, 3);
INSERT INTO s VALUES (4, 7);
DELETE FROM t WHERE i = 1;
