-- 34 SELECT * and t.* over outer joins with USING, in subqueries
-- tables
CREATE TABLE a (k INT, x INT);
CREATE TABLE b (k INT, y INT);
INSERT INTO a VALUES (1, 1), (2, 2);
INSERT INTO b VALUES (2, 20), (3, 30);
-- view joined: incremental
SELECT * FROM a FULL JOIN b USING (k);
-- view v: incremental
SELECT s.*, j.y AS z FROM (SELECT * FROM a WHERE x IN (SELECT x FROM a WHERE k > 0)) s LEFT JOIN joined j ON j.k = s.k;
-- cycle
INSERT INTO a VALUES (3, 3), (NULL, 4);
-- cycle
DELETE FROM b WHERE k = 2;
UPDATE a SET k = 3 WHERE k = 1;
-- cycle
DELETE FROM a WHERE k = 3;
INSERT INTO b VALUES (2, NULL);
