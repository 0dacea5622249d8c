-- 30 a recursion whose step has a left join, and one that only counts, joined with a table
-- tables
CREATE TABLE t (id INT, days INT);
CREATE TABLE link (a INT, b INT, ok BOOLEAN);
INSERT INTO t VALUES (1, 3), (2, 0), (3, NULL);
INSERT INTO link VALUES (1, 2, TRUE), (2, 3, FALSE);
-- view days: incremental
WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5) SELECT t.id, n.i FROM t JOIN n ON n.i <= t.days;
-- view walked: incremental
WITH RECURSIVE w(node, step) AS (
    SELECT id, 0 FROM t
    UNION ALL
    SELECT l.b, w.step + 1 FROM w LEFT JOIN link l ON l.a = w.node AND l.ok WHERE w.step < 2
)
SELECT node, step, COUNT(*) AS n FROM w GROUP BY node, step;
-- cycle
INSERT INTO t VALUES (2, 2);
UPDATE link SET ok = TRUE;
-- cycle
DELETE FROM t WHERE id = 1;
INSERT INTO link VALUES (3, 1, NULL), (3, 2, TRUE);
-- cycle
UPDATE t SET days = 9;
DELETE FROM link WHERE a = 2;
-- cycle
DELETE FROM t WHERE days = 9;
INSERT INTO t VALUES (5, 1);
