-- 22 narrow types without aggregate: types and copies are kept
-- tables
CREATE TABLE t (a TINYINT, b USMALLINT, c UINTEGER, d REAL, e HUGEINT);
INSERT INTO t VALUES (127, 65535, 4294967295, 0.5, 5), (127, 65535, 4294967295, 0.5, 5), (NULL, NULL, NULL, NULL, NULL);
-- view: incremental
SELECT a, b, c, d, e, -a AS na, a % 2::TINYINT AS m FROM t;
-- cycle
INSERT INTO t VALUES (127, 65535, 4294967295, 0.5, 5), (-127, 0, 0, -0.25, -7);
-- cycle
UPDATE t SET a = NULL WHERE b = 0;
-- cycle
DELETE FROM t WHERE b = 65535;
INSERT INTO t VALUES (1, 1, 1, 1, 1);
