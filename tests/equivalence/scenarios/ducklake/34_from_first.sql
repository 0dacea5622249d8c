-- 34 FROM-first syntax, `==` and `::`
-- tables
CREATE TABLE t (a INTEGER, s VARCHAR);
INSERT INTO t VALUES (1, '10'), (2, '20'), (2, NULL);
-- view: incremental
FROM t SELECT a, s::INTEGER // 3 AS third, upper(s) AS u WHERE a == 2 OR s::INTEGER > 5;
-- cycle
INSERT INTO t VALUES (3, '4'), (3, '9');
-- cycle
UPDATE t SET s = '6' WHERE s = '4';
-- cycle
DELETE FROM t WHERE a = 2;
