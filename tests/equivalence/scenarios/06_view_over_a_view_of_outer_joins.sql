-- 06 views on views: an outer join of two views, one of which is over the other
-- tables
CREATE TABLE a (id INT, x INT);
CREATE TABLE b (id INT, y INT);
INSERT INTO a VALUES (1, 1), (2, 2), (3, NULL);
INSERT INTO b VALUES (2, 20), (2, 21), (4, 40);
-- view joined: incremental
SELECT a.id AS id, b.id AS bid, a.x, b.y FROM a FULL JOIN b ON a.id = b.id;
-- view counted: incremental
SELECT id, COUNT(*) AS n, SUM(y) AS s FROM joined GROUP BY id;
-- view v: incremental
SELECT j.x, j.y, c.n, c.s FROM joined j LEFT JOIN counted c ON c.id = j.id AND c.n > 1 WHERE j.y IS NULL OR EXISTS (SELECT 1 FROM counted d WHERE d.s > j.y);
-- cycle
INSERT INTO b VALUES (1, 10), (4, 41), (1, 11);
-- cycle
DELETE FROM b WHERE y = 21;
UPDATE a SET id = 4 WHERE id = 3;
-- cycle
DELETE FROM a WHERE id = 1;
INSERT INTO a VALUES (2, 7);
-- cycle
DELETE FROM b;
