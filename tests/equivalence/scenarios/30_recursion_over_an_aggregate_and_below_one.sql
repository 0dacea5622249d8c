-- 30 recursion over an aggregate, its result outer-joined and summed: costs of a tree of parts
-- tables
CREATE TABLE part (id INT, inside INT, n INT);
CREATE TABLE price (id INT, cents INT);
INSERT INTO part VALUES (1, 2, 1), (1, 2, 1), (1, 3, 4), (2, 4, 3), (3, 4, 1);
INSERT INTO price VALUES (2, 10), (3, 5), (4, 1);
-- view: incremental
WITH RECURSIVE need AS (SELECT id, inside, SUM(n) AS n FROM part GROUP BY id, inside), tree AS (
    SELECT inside, CAST(n AS BIGINT) AS n, 1 AS depth FROM need WHERE id = 1
    UNION ALL
    SELECT m.inside, CAST(t.n * m.n AS BIGINT), t.depth + 1 FROM tree t JOIN need m ON m.id = t.inside WHERE t.depth < 5
)
SELECT t.inside, SUM(t.n) AS n, SUM(t.n * p.cents) AS cents FROM tree t LEFT JOIN price p ON p.id = t.inside GROUP BY t.inside;
-- cycle
UPDATE part SET n = 2 WHERE inside = 3;
-- cycle
INSERT INTO part VALUES (4, 5, 2), (3, 5, 7);
DELETE FROM price WHERE id = 3;
-- cycle
DELETE FROM part WHERE id = 2;
INSERT INTO price VALUES (5, 100);
-- cycle
DELETE FROM part WHERE inside = 2;
