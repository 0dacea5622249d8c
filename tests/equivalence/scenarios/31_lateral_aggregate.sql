-- 31 lateral: only the inner side changes, the outer key is not projected
-- tables
CREATE TABLE o (k INT, name VARCHAR);
CREATE TABLE i (k INT, x INT);
INSERT INTO o VALUES (1, 'a'), (2, 'b'), (2, 'b'), (NULL, 'n');
INSERT INTO i VALUES (1, 5), (1, 6), (3, 7), (NULL, 8);
-- view: incremental
SELECT o.name, s.total, s.n FROM o, LATERAL (SELECT SUM(i.x) AS total, COUNT(*) AS n FROM i WHERE i.k = o.k) s;
-- cycle
INSERT INTO i VALUES (2, 1);
-- cycle
DELETE FROM i WHERE k = 1;
-- cycle
UPDATE i SET k = 2, x = NULL WHERE k = 3;
-- cycle
UPDATE o SET k = 2 WHERE k IS NULL;
DELETE FROM i WHERE x = 1;
-- cycle
DELETE FROM o WHERE name = 'b';
