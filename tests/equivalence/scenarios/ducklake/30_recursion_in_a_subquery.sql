-- 30 a recursion in the subquery of NOT IN and of a scalar value
-- tables
CREATE TABLE node (id INT);
CREATE TABLE edge (a INT, b INT);
INSERT INTO node VALUES (1), (2), (3), (4);
INSERT INTO edge VALUES (1, 2), (3, 4);
-- view unreached: incremental
SELECT id FROM node WHERE id NOT IN (WITH RECURSIVE r AS (SELECT 1 AS x UNION SELECT e.b FROM r JOIN edge e ON e.a = r.x) SELECT x FROM r);
-- view size_: incremental
SELECT id, (WITH RECURSIVE r AS (SELECT 1 AS x UNION SELECT e.b FROM r JOIN edge e ON e.a = r.x) SELECT COUNT(*) FROM r) AS n FROM node WHERE id < 3;
-- cycle
INSERT INTO edge VALUES (2, 3);
-- cycle
INSERT INTO node VALUES (5);
DELETE FROM edge WHERE a = 3;
-- cycle
INSERT INTO edge VALUES (3, NULL);
-- cycle
DELETE FROM edge;
