-- 29 top-N: rows enter and leave at the boundary
-- tables
CREATE TABLE player (id INT, points INT);
INSERT INTO player VALUES (1, 50), (2, 40), (3, 30), (4, 20), (5, 10);
-- view: incremental
SELECT id, points FROM player ORDER BY points DESC, id LIMIT 3;
-- cycle
INSERT INTO player VALUES (6, 35);
-- cycle
DELETE FROM player WHERE id IN (1, 2);
-- cycle
UPDATE player SET points = 100 WHERE id = 5;
-- cycle: unchanged
UPDATE player SET points = 19 WHERE id = 4;
-- cycle
DELETE FROM player WHERE id <> 4;
-- cycle
INSERT INTO player VALUES (7, 5), (8, 4), (9, 3), (10, 2);
