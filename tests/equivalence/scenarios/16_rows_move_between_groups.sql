-- 16 updates of the group key: rows move, groups appear, merge and vanish
-- tables
CREATE TABLE t (id INT, g VARCHAR, x INT);
INSERT INTO t VALUES (1, 'a', 1), (2, 'a', 2), (3, 'b', 4), (4, 'c', 8), (5, NULL, 16);
-- view: incremental
SELECT g, SUM(x) AS s, COUNT(*) AS n, MAX(x) AS hi FROM t GROUP BY g;
-- cycle
UPDATE t SET g = 'b' WHERE id = 2;
-- cycle
UPDATE t SET g = CASE g WHEN 'a' THEN 'b' WHEN 'b' THEN 'a' ELSE g END;
-- cycle
UPDATE t SET g = 'z';
-- cycle
UPDATE t SET g = NULL WHERE x > 4;
UPDATE t SET g = 'y' WHERE x = 1;
