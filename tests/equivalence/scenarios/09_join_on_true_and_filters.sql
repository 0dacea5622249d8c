-- 09 join on a condition of one side alone: the other side is free
-- tables
CREATE TABLE a (x INT);
CREATE TABLE b (y INT);
INSERT INTO a VALUES (1), (2), (NULL);
INSERT INTO b VALUES (1), (5), (5);
-- view: incremental
SELECT x, y FROM a JOIN b ON b.y > 3 JOIN (SELECT 7 AS seven) AS one ON TRUE WHERE a.x IS NULL OR seven > a.x;
-- cycle
UPDATE b SET y = 6 WHERE y = 1;
-- cycle
INSERT INTO a VALUES (9), (3);
DELETE FROM b WHERE y = 5;
-- cycle
UPDATE a SET x = 0;
INSERT INTO b VALUES (4), (NULL);
