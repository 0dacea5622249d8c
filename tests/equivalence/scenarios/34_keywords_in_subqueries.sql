-- 34 keywords in strings and comments around subqueries, windows and set operations
-- tables
CREATE TABLE t (id INT, s VARCHAR);
INSERT INTO t VALUES (1, 'EXISTS ('), (2, ') OVER ('), (3, 'UNION;'), (4, NULL);
-- view: incremental
SELECT id, s, ROW_NUMBER() OVER (/* PARTITION BY nothing; */ ORDER BY id) AS n -- OVER (ORDER BY s
FROM t WHERE s IN (SELECT 'EXISTS (' /* UNION ALL SELECT ';' */ UNION SELECT ') OVER (' -- EXCEPT
    UNION SELECT s FROM t WHERE s LIKE '%;')
;
-- cycle
INSERT INTO t VALUES (5, 'LIMIT 1;'), (0, ') OVER (');
-- cycle
UPDATE t SET s = ') OVER (' WHERE s IS NULL;
-- cycle
DELETE FROM t WHERE s LIKE '%;';
