-- 24 other aggregates in correlated subqueries: over no rows each gives its own nothing
-- tables
CREATE TABLE o (id INT, k INT);
CREATE TABLE i (k INT, x INT);
INSERT INTO o VALUES (1, 1), (2, 2), (3, NULL);
INSERT INTO i VALUES (1, 5), (1, 3), (NULL, 9);
-- view: incremental
SELECT id, (SELECT LIST(x ORDER BY x) FROM i WHERE i.k = o.k) AS l, (SELECT MEDIAN(x) FROM i WHERE i.k = o.k) AS m, (SELECT BOOL_OR(x > 4) FROM i WHERE i.k = o.k) AS b,
       COALESCE((SELECT STRING_AGG(CAST(x AS VARCHAR), '+' ORDER BY x DESC) FROM i WHERE i.k = o.k), 'none') AS s
FROM o;
-- cycle
INSERT INTO i VALUES (2, 1), (2, NULL);
-- cycle
DELETE FROM i WHERE k = 1;
-- cycle
UPDATE o SET k = 2;
-- cycle
UPDATE i SET x = 7 WHERE k = 2;
