-- 30 recursion: an edge goes, and another way leads there
-- tables
CREATE TABLE edge (a INT, b INT);
INSERT INTO edge VALUES (1, 2), (2, 4), (1, 3), (3, 4), (4, 5), (7, 8);
-- view: incremental
WITH RECURSIVE reach(node, depth) AS (
    SELECT b, 1 FROM edge WHERE a = 1
    UNION ALL
    SELECT e.b, r.depth + 1 FROM reach r JOIN edge e ON e.a = r.node WHERE r.depth < 6
)
SELECT node, MIN(depth) AS depth, COUNT(*) AS ways FROM reach GROUP BY node;
-- cycle
DELETE FROM edge WHERE a = 2;
-- cycle
INSERT INTO edge VALUES (5, 7), (1, 4);
-- cycle
DELETE FROM edge WHERE a = 3;
DELETE FROM edge WHERE a = 1 AND b = 4;
-- cycle
INSERT INTO edge VALUES (3, 8), (3, NULL);
UPDATE edge SET b = 7 WHERE b = 2;
-- cycle
DELETE FROM edge WHERE a = 1;
