-- 34 keywords and semicolons in comments and strings of the view
-- tables
CREATE TABLE t (id INT, s VARCHAR);
INSERT INTO t VALUES (1, 'a;b'), (2, 'it''s -- not'), (3, '/* x */'), (4, NULL);
-- view: incremental
-- a comment; SELECT nothing FROM nowhere
SELECT id, /* GROUP BY; ' */ s, '; DROP TABLE t; --' AS "FROM", -- ' FROM x WHERE ;
       'SELECT ''x'' FROM t GROUP BY' AS k /* /* nested; */ ' */
FROM t -- LEFT JOIN u
WHERE s <> 'WHERE -- ; /*' OR s IS NULL -- the end; really
;
-- cycle
INSERT INTO t VALUES (5, 'WHERE -- ; /*'), (6, ';'), (7, '--');
-- cycle
UPDATE t SET s = 'WHERE -- ; /*' WHERE id = 6;
UPDATE t SET s = 'UNION ALL SELECT 1; --' WHERE id = 5;
-- cycle
DELETE FROM t WHERE s LIKE '%--%';
