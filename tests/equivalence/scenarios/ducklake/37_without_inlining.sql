-- 37 every write goes to files; several statements of one transaction touch the same rows
-- tables
CALL dl.set_option('data_inlining_row_limit', 0);
CREATE TABLE t (id INTEGER, g INTEGER, x INTEGER);
INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 2, 3);
-- view: incremental
SELECT g, SUM(x) AS s, MAX(x) AS hi FROM t GROUP BY g;
-- cycle
BEGIN;
INSERT INTO t VALUES (4, 2, 4), (5, 3, 5);
UPDATE t SET x = x * 10 WHERE id IN (1, 4);
DELETE FROM t WHERE id = 5;
COMMIT;
-- cycle
BEGIN;
UPDATE t SET x = x + 1;
UPDATE t SET x = x + 1;
INSERT INTO t VALUES (6, 1, 6);
UPDATE t SET g = 4 WHERE id = 6;
COMMIT;
-- cycle
BEGIN;
DELETE FROM t;
INSERT INTO t VALUES (1, 1, 12), (7, 7, NULL);
COMMIT;
-- cycle: unchanged
BEGIN;
INSERT INTO t VALUES (8, 8, 8);
DELETE FROM t WHERE id = 8;
COMMIT;
