-- 17 a total over a full join whose sides empty one after the other
-- tables
CREATE TABLE l (k INT, a INT);
CREATE TABLE r (k INT, b INT);
INSERT INTO l VALUES (1, 1), (2, 2);
INSERT INTO r VALUES (1, 10), (3, 30);
-- view: incremental
SELECT COUNT(*) AS n, SUM(l.a) AS a, SUM(r.b) AS b, SUM(l.a * r.b) FILTER (WHERE l.a > 0) AS ab FROM l FULL JOIN r ON l.k = r.k;
-- cycle
DELETE FROM l;
-- cycle
DELETE FROM r;
-- cycle
INSERT INTO l VALUES (3, NULL), (4, 4);
INSERT INTO r VALUES (3, 3);
-- cycle
UPDATE l SET a = -1;
DELETE FROM r;
