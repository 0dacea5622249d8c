-- 30 UNION ALL counts the ways: equal edges, equal bases, two steps in one, and a way that comes as another goes
-- tables
CREATE TABLE start (id INT);
CREATE TABLE edge (a INT, b INT);
CREATE TABLE jump (a INT, b INT);
INSERT INTO start VALUES (1), (1), (2);
INSERT INTO edge VALUES (1, 2), (1, 2), (2, 3), (3, 4);
INSERT INTO jump VALUES (1, 3), (2, 9), (9, 3);
-- view: incremental
WITH RECURSIVE way(id, length) AS (
    SELECT id, 0 FROM start
    UNION ALL
    (SELECT e.b, w.length + 1 FROM way w JOIN edge e ON e.a = w.id
     UNION ALL
     SELECT j.b, w.length + 2 FROM way w, jump j WHERE j.a = w.id AND j.b > 2)
)
SELECT id, length FROM way WHERE length < 9;
-- cycle
INSERT INTO edge VALUES (2, 3), (4, 5);
-- cycle
DELETE FROM edge WHERE a = 1;
INSERT INTO edge VALUES (1, 2);
INSERT INTO jump VALUES (1, 2), (1, 2);
-- cycle
DELETE FROM start WHERE id = 1;
INSERT INTO start VALUES (1), (3), (NULL);
UPDATE jump SET b = 4 WHERE a = 9;
-- cycle: unchanged
INSERT INTO edge VALUES (70, 71);
INSERT INTO jump VALUES (1, 1);
-- cycle
DELETE FROM start WHERE id = 1;
INSERT INTO edge VALUES (12, 1), (1, 12);
-- cycle
DELETE FROM edge;
