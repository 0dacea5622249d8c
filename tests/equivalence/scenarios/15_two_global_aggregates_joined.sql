-- 15 a table cross joined with two totals: each row moves when a total moves
-- tables
CREATE TABLE part (name VARCHAR, cost INT);
CREATE TABLE rate (r INT);
INSERT INTO part VALUES ('a', 10), ('b', 30), ('c', NULL);
INSERT INTO rate VALUES (2), (4);
-- view: incremental
SELECT p.name, p.cost, total.cost AS all_cost, best.r
FROM part p, (SELECT SUM(cost) AS cost FROM part) AS total, (SELECT MAX(r) AS r FROM rate) AS best
WHERE p.cost * best.r > total.cost OR total.cost IS NULL;
-- cycle
INSERT INTO part VALUES ('d', 25);
-- cycle
DELETE FROM rate WHERE r = 4;
INSERT INTO part VALUES ('e', 100);
-- cycle
UPDATE part SET cost = NULL;
-- cycle
DELETE FROM rate;
UPDATE part SET cost = 1 WHERE name = 'a';
-- cycle
INSERT INTO rate VALUES (9);
