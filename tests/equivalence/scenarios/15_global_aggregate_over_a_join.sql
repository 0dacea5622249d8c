-- 15 no GROUP BY over a join that becomes empty because of either side
-- tables
CREATE TABLE o (id INT, c INT, amount INT);
CREATE TABLE c (id INT, vip BOOLEAN);
INSERT INTO o VALUES (1, 1, 10), (2, 2, 20), (3, 2, NULL);
INSERT INTO c VALUES (1, TRUE), (2, FALSE), (3, NULL);
-- view: incremental
SELECT SUM(o.amount) AS total, COUNT(o.amount) AS n, COUNT(DISTINCT c.id) AS customers FROM o JOIN c ON o.c = c.id WHERE c.vip;
-- cycle
UPDATE c SET vip = FALSE;
-- cycle
UPDATE c SET vip = TRUE WHERE id <> 1;
INSERT INTO o VALUES (4, 3, 5);
-- cycle
DELETE FROM o WHERE amount IS NOT NULL;
-- cycle
DELETE FROM o;
INSERT INTO o VALUES (5, 2, 7), (5, 2, 7);
UPDATE c SET vip = NULL WHERE id = 3;
