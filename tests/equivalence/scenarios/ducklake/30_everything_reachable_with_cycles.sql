-- 30 all that can be reached, each once: cycles are made and cut, edges go that have an alternative
-- tables
CREATE TABLE edge (a INT, b INT);
INSERT INTO edge VALUES (1, 2), (2, 3), (3, 1), (3, 4), (1, 3), (5, 6), (6, 5), (NULL, 1), (4, NULL);
-- view: incremental
WITH RECURSIVE reach AS (SELECT a, b FROM edge UNION SELECT r.a, e.b FROM reach r JOIN edge e ON e.a = r.b)
SELECT a, b FROM reach;
-- cycle
INSERT INTO edge VALUES (4, 5), (7, 7);
-- cycle
DELETE FROM edge WHERE a = 2;
-- cycle
DELETE FROM edge WHERE a = 6;
INSERT INTO edge VALUES (6, 1), (2, 6);
-- cycle: unchanged
DELETE FROM edge WHERE a = 3 AND b = 1;
-- cycle
UPDATE edge SET b = 4 WHERE a = 1 AND b = 3;
DELETE FROM edge WHERE a IS NULL;
-- cycle: unchanged
INSERT INTO edge VALUES (1, 2), (NULL, NULL);
DELETE FROM edge WHERE a IS NULL;
-- cycle
DELETE FROM edge WHERE a < 5;
