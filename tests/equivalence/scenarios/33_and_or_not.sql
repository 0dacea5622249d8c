-- 33 AND, OR and NOT bind as written, with unknowns
-- tables
CREATE TABLE t (id INT, a BOOLEAN, b BOOLEAN, c BOOLEAN);
INSERT INTO t VALUES (1, TRUE, FALSE, FALSE), (2, FALSE, TRUE, TRUE), (3, NULL, TRUE, FALSE), (4, FALSE, NULL, TRUE), (5, NULL, NULL, NULL);
-- view: incremental
SELECT id, (a OR b) AND c AS x, a OR b AND c AS y, NOT (a AND b) AS z, NOT a AND b AS w, (a = b) IS NULL AS u FROM t WHERE NOT (a AND c) OR (b OR c) IS NULL;
-- cycle
UPDATE t SET c = NOT c;
-- cycle
UPDATE t SET a = b, b = a;
INSERT INTO t VALUES (6, TRUE, TRUE, TRUE);
-- cycle
UPDATE t SET a = TRUE WHERE a IS NULL;
DELETE FROM t WHERE id = 2;
-- cycle
UPDATE t SET b = NULL;
