-- 12 NOT IN over groups: a SUM that becomes NULL hides everything
-- tables
CREATE TABLE l (x INT);
CREATE TABLE r (g INT, v INT);
INSERT INTO l VALUES (1), (3), (5), (NULL);
INSERT INTO r VALUES (1, 1), (1, 2), (2, 5);
-- view: incremental
SELECT x FROM l WHERE x NOT IN (SELECT SUM(v) FROM r GROUP BY g HAVING COUNT(*) < 3);
-- cycle
UPDATE r SET v = NULL WHERE g = 2;
-- cycle
INSERT INTO r VALUES (2, 1), (1, 0);
-- cycle
INSERT INTO r VALUES (1, NULL), (3, 3);
INSERT INTO l VALUES (4);
-- cycle
DELETE FROM r;
