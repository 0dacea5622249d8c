-- 30 recursion over a cycle: UNION ends it; the cycle loses its only entrance, and closes again
-- tables
CREATE TABLE edge (a INT, b INT);
INSERT INTO edge VALUES (1, 2), (2, 3), (3, 4), (4, 2), (5, 6);
-- view: incremental
WITH RECURSIVE reach AS (
    SELECT 1 AS node
    UNION
    SELECT e.b FROM reach r JOIN edge e ON e.a = r.node
)
SELECT node FROM reach;
-- cycle
DELETE FROM edge WHERE a = 1;
-- cycle
INSERT INTO edge VALUES (1, 3), (4, 5), (1, 1);
-- cycle
DELETE FROM edge WHERE a = 3;
-- cycle
INSERT INTO edge VALUES (3, 5), (6, 3), (3, NULL), (NULL, 9);
-- cycle
UPDATE edge SET b = 1 WHERE a = 1;
