-- 32 a window, a semi join and an aggregate, each reading a column that the next one renames away
-- tables
CREATE TABLE t (id INT, g INT, x INT);
CREATE TABLE ok (g INT);
INSERT INTO t VALUES (1, 1, 5), (2, 1, 6), (3, 2, 7), (4, NULL, 8);
INSERT INTO ok VALUES (1), (2);
-- view ranked: incremental
SELECT g AS x, x AS id, RANK() OVER (PARTITION BY g ORDER BY x DESC) AS g FROM t;
-- view v: incremental
SELECT r.x AS g, SUM(r.id) AS x, COUNT(*) AS id FROM ranked r WHERE r.g = 1 AND r.x IN (SELECT ok.g FROM ok) GROUP BY r.x;
-- cycle
INSERT INTO t VALUES (5, 1, 6), (6, 2, 9);
-- cycle: ranked unchanged
DELETE FROM ok WHERE g = 1;
-- cycle
INSERT INTO ok VALUES (3), (1);
UPDATE t SET g = 3 WHERE id = 4;
-- cycle
UPDATE t SET x = 0 WHERE x = 9;
