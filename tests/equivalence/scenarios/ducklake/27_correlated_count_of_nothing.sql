-- 27 correlated COUNT and SUM over no rows: 0 and NULL, for keys that are NULL, too
-- tables
CREATE TABLE c (id INT, name VARCHAR);
CREATE TABLE o (c INT, amount INT);
INSERT INTO c VALUES (1, 'a'), (2, 'b'), (NULL, 'n'), (1, 'a');
INSERT INTO o VALUES (1, 5), (1, 6), (NULL, 7);
-- view: incremental
SELECT name, (SELECT COUNT(*) FROM o WHERE o.c = c.id) AS n, (SELECT SUM(amount) FROM o WHERE o.c = c.id) AS s,
       (SELECT COUNT(o.amount) + 1 FROM o WHERE o.c = c.id AND o.amount > 5) AS big
FROM c;
-- cycle
INSERT INTO o VALUES (2, 9), (2, NULL);
-- cycle
DELETE FROM o WHERE c = 1;
UPDATE c SET id = 3 WHERE id IS NULL;
-- cycle
UPDATE o SET c = 3;
DELETE FROM c WHERE id = 1;
-- cycle
DELETE FROM o;
INSERT INTO c VALUES (4, NULL);
