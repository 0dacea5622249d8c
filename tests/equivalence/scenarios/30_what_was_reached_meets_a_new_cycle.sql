-- 30 UNION ALL ends only as long as it meets no cycle: one is made where nothing leads to any more
-- tables
CREATE TABLE root (id INT);
CREATE TABLE edge (a INT, b INT);
INSERT INTO root VALUES (1), (5);
INSERT INTO edge VALUES (1, 2), (5, 6);
-- view: incremental
WITH RECURSIVE below AS (
    SELECT id, CAST(0 AS BIGINT) AS depth FROM root
    UNION ALL
    SELECT e.b, t.depth + 1 FROM below t JOIN edge e ON e.a = t.id
)
SELECT id, depth FROM below;
-- cycle
DELETE FROM root WHERE id = 1;
INSERT INTO edge VALUES (2, 1), (6, 7);
-- cycle
DELETE FROM edge WHERE a = 1;
INSERT INTO root VALUES (2);
-- cycle
DELETE FROM root WHERE id = 2;
INSERT INTO edge VALUES (1, 2);
DELETE FROM edge WHERE a = 5;
