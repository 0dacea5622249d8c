-- 30 the base decides on the types: the step is rounded, widened and padded to them
-- tables
CREATE TABLE part (id INT, inside INT, share DECIMAL(6, 3));
INSERT INTO part VALUES (1, 2, 0.5), (1, 3, 0.25), (2, 4, 0.5), (3, 4, 0.75);
-- view: incremental
WITH RECURSIVE need(id, n, path) AS (
    SELECT 1, CAST(100 AS DECIMAL(8, 1)), CAST('1' AS VARCHAR)
    UNION
    SELECT CAST(p.inside AS BIGINT), CAST(t.n * p.share AS DECIMAL(20, 6)), CONCAT(t.path, '/', p.inside)
    FROM need t JOIN part p ON p.id = t.id
)
SELECT id, n, path FROM need;
-- cycle
INSERT INTO part VALUES (4, 5, 0.333);
-- cycle
UPDATE part SET share = 0.201 WHERE inside = 3;
-- cycle
DELETE FROM part WHERE id = 2;
INSERT INTO part VALUES (3, 5, 0.001);
-- cycle
DELETE FROM part WHERE id = 1;
