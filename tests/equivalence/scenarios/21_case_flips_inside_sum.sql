-- 21 an UPDATE that flips a CASE inside SUM
-- tables
CREATE TABLE ticket (id INT, team VARCHAR, state VARCHAR, points INT);
INSERT INTO ticket VALUES (1, 'x', 'open', 3), (2, 'x', 'done', 5), (3, 'y', 'open', 8), (4, 'y', NULL, 13);
-- view: incremental
SELECT team, SUM(CASE WHEN state = 'done' THEN points ELSE 0 END) AS done, SUM(CASE WHEN state = 'open' THEN points END) AS left_over,
       COUNT(CASE WHEN state IS NULL THEN 1 END) AS lost
FROM ticket GROUP BY team;
-- cycle
UPDATE ticket SET state = 'done' WHERE id = 1;
-- cycle
UPDATE ticket SET state = CASE state WHEN 'done' THEN 'open' WHEN 'open' THEN 'done' ELSE 'open' END;
-- cycle
UPDATE ticket SET state = NULL, points = NULL WHERE id IN (2, 3);
-- cycle
INSERT INTO ticket VALUES (5, 'z', 'open', NULL), (6, 'x', 'done', 1), (6, 'x', 'done', 1);
DELETE FROM ticket WHERE id = 4;
