-- 28 a view over a ranked view, and a window over a window: ranks below move, above few do
-- tables
CREATE TABLE score (player INT, game INT, points INT);
INSERT INTO score VALUES (1, 1, 10), (2, 1, 8), (3, 1, 8), (1, 2, 1), (2, 2, 5);
-- view ranked: incremental
SELECT player, game, points, RANK() OVER (PARTITION BY game ORDER BY points DESC) AS place FROM score;
-- view winners: incremental
SELECT player, COUNT(*) AS wins, SUM(points) AS points FROM ranked WHERE place = 1 GROUP BY player;
-- view table_: incremental
SELECT r.player, w.wins, SUM(r.best) OVER (ORDER BY r.player) AS running
FROM (SELECT player, MIN(place) AS best FROM ranked GROUP BY player) r LEFT JOIN winners w ON w.player = r.player;
-- cycle
INSERT INTO score VALUES (3, 2, 6), (4, 1, 10);
-- cycle
DELETE FROM score WHERE player = 1;
-- cycle
UPDATE score SET points = NULL WHERE player = 2 AND game = 1;
UPDATE score SET points = 9 WHERE player = 4;
INSERT INTO score VALUES (5, 2, 9);
-- cycle
UPDATE score SET game = 1, points = points + player;
