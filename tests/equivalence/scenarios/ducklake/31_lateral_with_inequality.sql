-- 31 lateral and EXISTS by inequality: the outer row meets many, then none
-- tables
CREATE TABLE o (id INT, x INT);
CREATE TABLE i (y INT);
INSERT INTO o VALUES (1, 5), (2, 1), (3, NULL);
INSERT INTO i VALUES (2), (4), (4), (NULL);
-- view: incremental
SELECT o.id, l.n, l.top FROM o CROSS JOIN LATERAL (SELECT COUNT(*) AS n, MAX(y) AS top FROM i WHERE i.y < o.x) l;
-- view rows_: incremental
SELECT o.id, l.y FROM o LEFT JOIN LATERAL (SELECT DISTINCT y FROM i WHERE i.y < o.x) l ON l.y > 2;
-- cycle
INSERT INTO i VALUES (0), (3);
-- cycle
UPDATE o SET x = 10 WHERE x IS NULL;
DELETE FROM i WHERE y = 4;
-- cycle
DELETE FROM i WHERE y < 4;
-- cycle
INSERT INTO i VALUES (9), (9);
UPDATE o SET x = -1 WHERE id = 1;
