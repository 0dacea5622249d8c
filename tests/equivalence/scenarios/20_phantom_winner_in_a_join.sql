-- 20 MAX over a join: pairs that only ever existed between two refreshes must not win
-- tables
CREATE TABLE l (k INT, x INT);
CREATE TABLE r (k INT, y INT);
INSERT INTO l VALUES (1, 1), (2, 2);
INSERT INTO r VALUES (1, 1), (2, 2);
-- view: incremental
SELECT l.k, MAX(l.x + r.y) AS hi, MIN(l.x - r.y) AS lo, COUNT(*) AS n FROM l JOIN r ON l.k = r.k GROUP BY l.k;
-- cycle
UPDATE l SET x = x + 100;
UPDATE r SET y = y - 100;
-- cycle
INSERT INTO l VALUES (1, 1000);
DELETE FROM l WHERE x = 1000;
INSERT INTO r VALUES (1, -50), (2, 7);
-- cycle
UPDATE l SET k = 3 - k;
UPDATE r SET k = 3 - k;
DELETE FROM r WHERE y = 7;
-- cycle
DELETE FROM l WHERE k = 1;
INSERT INTO r VALUES (1, 5000);
-- cycle
DELETE FROM r WHERE y = 5000;
INSERT INTO l VALUES (1, 0);
