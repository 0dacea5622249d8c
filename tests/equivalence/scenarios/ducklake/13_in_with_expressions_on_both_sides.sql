-- 13 a subquery inside IN's left side, and IN inside the condition of an inner join
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
CREATE TABLE s (v INT);
INSERT INTO a VALUES (1, 1), (2, 2), (NULL, 3);
INSERT INTO b VALUES (1, 2), (2, 3), (2, NULL);
INSERT INTO s VALUES (3), (4);
-- view: incremental
SELECT a.x, b.y FROM a JOIN b ON a.k = b.k AND a.x + b.y IN (SELECT v FROM s);
-- view other: incremental
SELECT a.x FROM a WHERE (SELECT MAX(y) FROM b WHERE b.k = a.k) + 1 IN (SELECT v FROM s) OR a.x > (SELECT COUNT(*) FROM s);
-- cycle
DELETE FROM s WHERE v = 3;
INSERT INTO s VALUES (5);
-- cycle
UPDATE b SET y = 1;
INSERT INTO s VALUES (2), (2);
-- cycle
UPDATE a SET k = 2 WHERE k IS NULL;
DELETE FROM s;
-- cycle
INSERT INTO s VALUES (NULL), (4), (3);
DELETE FROM b WHERE k = 1;
