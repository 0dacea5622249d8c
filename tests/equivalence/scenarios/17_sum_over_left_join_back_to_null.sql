-- 17 SUM over a left join: NULL when the last match goes, not 0; COUNT of the optional side is 0
-- tables
CREATE TABLE l (g INT, k INT);
CREATE TABLE r (k INT, v INT);
INSERT INTO l VALUES (1, 1), (1, 2), (2, 3), (3, NULL);
INSERT INTO r VALUES (1, 5), (1, -5), (3, 7);
-- view: incremental
SELECT l.g, COUNT(*) AS n, COUNT(r.v) AS values_, SUM(r.v) AS s, AVG(r.v) AS a, SUM(COALESCE(r.v, 0)) AS z, MAX(r.v) AS m
FROM l LEFT JOIN r ON l.k = r.k GROUP BY l.g;
-- cycle
DELETE FROM r WHERE k = 1;
-- cycle
INSERT INTO r VALUES (2, NULL), (3, -7);
-- cycle
UPDATE r SET v = NULL;
-- cycle
INSERT INTO r VALUES (2, 1), (2, 1);
UPDATE l SET k = 2 WHERE g = 3;
-- cycle
DELETE FROM r;
