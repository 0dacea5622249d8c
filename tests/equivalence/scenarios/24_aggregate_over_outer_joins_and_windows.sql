-- 24 other aggregates over a window over a left join, with FILTER and an expression around
-- tables
CREATE TABLE l (id INT, g INT);
CREATE TABLE r (l INT, x INT);
INSERT INTO l VALUES (1, 1), (2, 1), (3, 2), (4, NULL);
INSERT INTO r VALUES (1, 5), (1, 7), (3, 2);
-- view: incremental
SELECT s.g, MAX_BY(s.id, s.place) AS last_, BOOL_OR(s.x IS NULL) AS lonely, COALESCE(MEDIAN(s.x), -1) + 1 AS m, BIT_OR(s.x) FILTER (WHERE s.place < 3) AS bits
FROM (SELECT l.id, l.g, r.x, ROW_NUMBER() OVER (PARTITION BY l.g ORDER BY r.x NULLS LAST, l.id) AS place FROM l LEFT JOIN r ON r.l = l.id) s
GROUP BY s.g;
-- cycle
INSERT INTO r VALUES (2, 1), (4, 9);
-- cycle
DELETE FROM r WHERE l = 1;
-- cycle
UPDATE l SET g = 2 WHERE id = 2;
UPDATE r SET x = 4 WHERE l = 3;
-- cycle
DELETE FROM r;
