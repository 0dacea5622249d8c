-- 24 STRING_AGG, LIST, ARRAY_AGG, FIRST and LAST with ORDER BY: an element in the middle comes, moves, goes
-- tables
CREATE TABLE t (g INT, id INT, s VARCHAR);
INSERT INTO t VALUES (1, 1, 'a'), (1, 2, NULL), (1, 3, 'c'), (2, 4, NULL), (3, 5, 'e');
-- view: incremental
SELECT g, STRING_AGG(s, ',' ORDER BY id DESC) AS joined, LIST(s ORDER BY id) AS l, ARRAY_AGG(s ORDER BY s DESC NULLS LAST, id) AS a,
       FIRST(s ORDER BY id) AS f, LAST(s ORDER BY id) AS l2
FROM t GROUP BY g;
-- cycle
INSERT INTO t VALUES (1, 0, 'z'), (2, 6, 'f'), (2, 7, 'f');
-- cycle
UPDATE t SET id = 10 WHERE id = 1;
-- cycle
DELETE FROM t WHERE id IN (3, 5);
UPDATE t SET s = 'n' WHERE s IS NULL;
-- cycle
UPDATE t SET g = 1;
