-- 17 SUM with FILTER: NULL when nothing passes the filter, though the group stays
-- tables
CREATE TABLE t (g INT, kind VARCHAR, x INT);
INSERT INTO t VALUES (1, 'in', 5), (1, 'out', 7), (2, 'out', 1), (2, NULL, 9);
-- view: incremental
SELECT g, SUM(x) FILTER (WHERE kind = 'in') AS ins, SUM(x) FILTER (WHERE kind <> 'in') AS outs,
       COUNT(*) FILTER (WHERE kind IS NULL) AS unknown, AVG(x) FILTER (WHERE x > 6) AS big, MAX(x) FILTER (WHERE kind = 'out') AS top
FROM t GROUP BY g;
-- cycle
DELETE FROM t WHERE kind = 'in';
-- cycle
UPDATE t SET kind = 'in';
-- cycle
INSERT INTO t VALUES (1, 'out', NULL), (2, NULL, NULL);
UPDATE t SET x = NULL WHERE x = 7;
-- cycle
UPDATE t SET kind = 'out' WHERE x = 9;
INSERT INTO t VALUES (1, 'in', 0);
-- cycle
DELETE FROM t WHERE x IS NOT NULL;
