-- 10 self-join by inequality: how many rows are below each one, with ties and NULLs
-- tables
CREATE TABLE score (id INT, points INT);
INSERT INTO score VALUES (1, 10), (2, 20), (3, 20), (4, NULL), (5, 5);
-- view: incremental
SELECT a.id, a.points, COUNT(*) AS not_above, SUM(b.points) AS running FROM score a JOIN score b ON b.points <= a.points GROUP BY a.id, a.points;
-- cycle
INSERT INTO score VALUES (6, 15), (7, 20), (7, 20);
-- cycle
DELETE FROM score WHERE id IN (5, 2);
-- cycle
UPDATE score SET points = 20 - points WHERE id <> 7;
-- cycle
UPDATE score SET points = NULL;
INSERT INTO score VALUES (8, 1);
