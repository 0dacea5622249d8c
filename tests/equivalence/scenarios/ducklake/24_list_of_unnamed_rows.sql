-- 24 a list of rows without names inside the group: it cannot be stored, and what is made of it can
-- tables
CREATE TABLE t (g INT, k VARCHAR, x INT);
INSERT INTO t VALUES (1, 'a', 2), (1, 'b', 3), (2, 'a', NULL);
-- view: incremental
SELECT g, MAP_FROM_ENTRIES(LIST((k, x) ORDER BY k)) AS m, LEN(LIST(ROW(k, x) ORDER BY k)) AS n FROM t GROUP BY g;
-- view over: incremental
SELECT m, g FROM v;
-- cycle
INSERT INTO t VALUES (1, 'c', 2), (2, 'b', 7);
-- cycle
UPDATE t SET x = x + 1 WHERE k = 'a';
-- cycle
DELETE FROM t WHERE k = 'b';
