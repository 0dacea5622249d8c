-- 07 an aggregate view joined with the very table that it sums: one change moves both sides
-- tables
CREATE TABLE score (team VARCHAR, player VARCHAR, points INT);
INSERT INTO score VALUES ('a', 'x', 3), ('a', 'y', 5), ('b', 'z', 1), (NULL, 'w', 2);
-- view team_total: incremental
SELECT team, SUM(points) AS total, MAX(points) AS best FROM score GROUP BY team;
-- view share: incremental
SELECT s.player, s.points, t.total FROM score s JOIN team_total t ON t.team = s.team AND s.points <= t.best;
-- cycle
INSERT INTO score VALUES ('a', 'v', 9), ('c', 'u', NULL), ('c', 'u', 4);
-- cycle
DELETE FROM score WHERE player IN ('v', 'z');
-- cycle
UPDATE score SET team = 'b' WHERE player IN ('x', 'w');
UPDATE score SET points = points + 1 WHERE team = 'a';
-- cycle
UPDATE score SET team = NULL;
