-- 30 the transitive closure of a graph with cycles, joined with names and counted
-- tables
CREATE TABLE edge (a INT, b INT);
CREATE TABLE name (id INT, n VARCHAR);
INSERT INTO edge VALUES (1, 2), (2, 1), (2, 3), (4, 5);
INSERT INTO name VALUES (1, 'one'), (2, 'two'), (3, 'three'), (4, NULL);
-- view pairs: incremental
WITH RECURSIVE c AS (SELECT a, b FROM edge UNION SELECT c.a, e.b FROM c, edge e WHERE c.b = e.a) SELECT a, b FROM c;
-- view counted: incremental
SELECT n.n, COUNT(p.b) AS reached FROM name n LEFT JOIN pairs p ON p.a = n.id GROUP BY n.n;
-- cycle
INSERT INTO edge VALUES (3, 4), (3, 4);
-- cycle
DELETE FROM edge WHERE a = 2 AND b = 1;
UPDATE name SET n = 'four' WHERE n IS NULL;
-- cycle
DELETE FROM edge WHERE a = 3;
INSERT INTO edge VALUES (5, 4);
-- cycle: counted unchanged
INSERT INTO edge VALUES (9, 9);
-- cycle
DELETE FROM edge;
