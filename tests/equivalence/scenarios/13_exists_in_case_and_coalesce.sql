-- 13 EXISTS and scalar subqueries in CASE and COALESCE of the select list
-- tables
CREATE TABLE t (id INT, k INT);
CREATE TABLE u (k INT, v INT);
INSERT INTO t VALUES (1, 1), (2, 2), (3, NULL), (4, 4);
INSERT INTO u VALUES (1, 10), (1, 20), (2, NULL);
-- view: incremental
SELECT id, CASE WHEN EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.v > 15) THEN 'big' WHEN EXISTS (SELECT 1 FROM u WHERE u.k = t.k) THEN 'some' ELSE 'none' END AS kind,
       COALESCE((SELECT MAX(u.v) FROM u WHERE u.k = t.k), -t.id) AS best
FROM t;
-- cycle
DELETE FROM u WHERE v = 20;
INSERT INTO u VALUES (4, 16);
-- cycle
UPDATE u SET v = 99 WHERE v IS NULL;
DELETE FROM u WHERE k = 1;
-- cycle
UPDATE t SET k = 2;
-- cycle
DELETE FROM u WHERE k = 2;
INSERT INTO t VALUES (5, 4);
