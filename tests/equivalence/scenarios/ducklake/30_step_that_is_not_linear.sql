-- 30 steps that count, number or outer-join the rows of the round before, and one that reads them twice
-- tables
CREATE TABLE edge (a INT, b INT);
INSERT INTO edge VALUES (1, 2), (2, 3), (3, 4), (1, 3);
-- view doubled: incremental
WITH RECURSIVE far AS (
    SELECT a, b, 1 AS n FROM edge
    UNION
    SELECT x.a, y.b, x.n + y.n FROM far x JOIN far y ON y.a = x.b AND x.n < 4 AND y.n < 4
)
SELECT a, b, n FROM far;
-- view padded: incremental
WITH RECURSIVE far AS (
    SELECT a, b, 1 AS n FROM edge
    UNION ALL
    SELECT x.a, e.b, x.n + 1 FROM far x LEFT JOIN edge e ON e.a = x.b WHERE x.n < 3 AND x.b IS NOT NULL
)
SELECT a, b, COUNT(*) AS ways FROM far GROUP BY a, b;
-- cycle
INSERT INTO edge VALUES (4, 5);
-- cycle
DELETE FROM edge WHERE a = 2;
-- cycle
UPDATE edge SET a = 3 WHERE b = 5;
INSERT INTO edge VALUES (5, 1);
