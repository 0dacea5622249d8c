-- 27 rows compared with an aggregate of their group, joined with a filtered table: only the aggregate changes
-- tables
CREATE TABLE r (k INT, x INT);
CREATE TABLE s (k INT, y VARCHAR);
INSERT INTO r VALUES (1, 10), (1, 20), (1, 20), (1, 20), (2, 30), (NULL, 1);
INSERT INTO s VALUES (1, 'a'), (2, 'b');
-- view: incremental
SELECT SUM(r.x) AS t, COUNT(*) AS n FROM r JOIN s ON s.k = r.k
WHERE s.y = 'a' AND r.x >= (SELECT AVG(o.x) FROM r AS o WHERE o.k = r.k);
-- cycle
DELETE FROM r WHERE k = 1 AND x = 20;
-- cycle
INSERT INTO r VALUES (1, 30), (2, 40), (2, 50);
-- cycle
UPDATE s SET y = CASE y WHEN 'a' THEN 'b' ELSE 'a' END;
-- cycle
INSERT INTO r VALUES (2, 200), (2, 0);
DELETE FROM r WHERE x = 30;
-- cycle: unchanged
INSERT INTO r VALUES (NULL, 100), (3, 5);
